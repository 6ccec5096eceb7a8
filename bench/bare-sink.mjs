// node bench/bare-sink.mjs: the limit of what one Node.js process takes over HTTP. Reads every body and returns 204, and
// does nothing else.
//
// PORT, HOST.
import http from 'node:http';

const server = http.createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.statusCode = 204;
    response.end();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(process.env.PORT, process.env.HOST);
