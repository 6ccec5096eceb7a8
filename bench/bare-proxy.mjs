// node bench/bare-proxy.mjs: the limit that the gateway is measured against. http-proxy-middleware with kept connections, with
// the options of the gateway: no identity, no limits, no rules of headers, no log.
//
// PORT, HOST. TARGET: origin of the service.
import http from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';

const proxy = createProxyMiddleware({
  target: process.env.TARGET,
  agent: new http.Agent({ keepAlive: true }),
  preserveHeaderKeyCase: true,
  ejectPlugins: true,
});
const server = http.createServer((request, response) => void proxy(request, response));
server.keepAliveTimeout = 60_000;
server.listen(process.env.PORT, process.env.HOST);
