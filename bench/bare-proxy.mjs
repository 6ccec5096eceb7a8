// node bench/bare-proxy.mjs: the limits that the gateway is measured against. A proxy with kept connections: no identity, no
// limits, no rules of headers, no log.
//
// PORT, HOST. TARGET: origin of the service. PROXY: `express` (Express with http-proxy-middleware, by default),
// `middleware` (http-proxy-middleware without Express), `node` (`node:http` without either).
import http from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';

const { PORT, HOST, TARGET, PROXY = 'express' } = process.env;
const target = new URL(TARGET);
const agent = new http.Agent({ keepAlive: true });

function middleware() {
  return createProxyMiddleware({ target, agent, preserveHeaderKeyCase: true, ejectPlugins: true });
}

const LISTENERS = {
  express: () => express().use(middleware()),
  middleware: () => {
    const proxy = middleware();
    return (request, response) => void proxy(request, response);
  },
  node: () => (request, response) => {
    const { hostname, port } = target;
    const { method, url: path, headers } = request;
    const upstream = http.request({ hostname, port, agent, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  },
};

const server = http.createServer(LISTENERS[PROXY]());
server.keepAliveTimeout = 60_000;
server.listen(PORT, HOST);
