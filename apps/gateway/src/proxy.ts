import './proxy/replace-util-extend';
import http from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { UpstreamClient } from './proxy/upstream-client';
import { abortResponse, endResponse, copyResponseHead } from './proxy/proxy-context';
import type { ProxyContext, ProxiedRequest, OpenProxyContext } from './proxy/proxy-context';
import { SentBody } from './proxy/sent-body';
import { UpstreamTimeout, toUpstreamError } from './proxy/upstream-failure';
import { drainOrClose } from './error-responder';
import type { ServiceName } from './routes';

export interface ServiceProxyOptions {
  service: ServiceName;
  /** Origin of the service, e.g. `http://127.0.0.1:8081`; it has no path. */
  address: string;
  /** How long opening a connection may take. */
  connectTimeoutMs: number;
  /** How long an unused connection is kept. */
  idleMs: number;
  /** Spans of requests to services come from instrumenting `node:http`, so then every request goes that way. */
  isTraced: boolean;
}

/** The part of the library's proxy object that is used; its passes are functions run in turn on each request. */
interface ProxyServer {
  webPasses: { name: string }[];
  on(
    event: 'proxyReq',
    listener: (upstream: ClientRequest, request: ProxiedRequest, response: ServerResponse) => void,
  ): void;
  on(
    event: 'proxyRes',
    listener: (answer: IncomingMessage, request: ProxiedRequest, response: ServerResponse) => void,
  ): void;
  on(event: 'error' | 'econnreset', listener: (error: Error, request: ProxiedRequest) => void): void;
}

const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Passes requests to one service and its answers back, streaming both ways, over kept connections.
 *
 * http-proxy-middleware moves requests in chunks; its own ideas about headers and errors are switched off, because they lose
 * the framing of chunked DELETE and OPTIONS requests, collapse slashes in paths, copy per-hop headers both ways, and
 * answer failures as plain text.
 */
export class ServiceProxy {
  private readonly agent: http.Agent;
  private readonly host: string;
  private readonly port: string;
  private readonly direct: UpstreamClient;
  private readonly pass: (request: IncomingMessage, response: ServerResponse) => void;

  constructor(private readonly options: ServiceProxyOptions) {
    const { hostname, port, protocol } = new URL(options.address);
    this.host = hostname.replace(/^\[|\]$/g, '');
    this.port = port === '' ? '80' : port;
    // Its time limit holds for connections without a request; those with one have the limit of their context.
    this.agent = new http.Agent({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo', timeout: options.idleMs });
    this.direct = new UpstreamClient(options);
    const middleware = createProxyMiddleware({
      target: { protocol, host: this.host, hostname: this.host, port: this.port },
      agent: this.agent,
      // Takes the target as it is, instead of parsing and writing it anew.
      toProxy: true,
      selfHandleResponse: true,
      ejectPlugins: true,
      plugins: [(server) => this.attach(server as unknown as ProxyServer)],
    });
    this.pass = (request, response) => {
      void middleware(request, response, (error?: unknown) => {
        const cause = error ?? new Error('the library does not take this address');
        this.fail(request, new ApiError(CommonError.internal_error, CommonError.internal_error.description, { cause }));
      });
    };
  }

  /** Takes over the request; `request.headers` become those of the context. */
  forward(request: IncomingMessage, response: ServerResponse, parts: ProxyContext): void {
    const context: OpenProxyContext = { ...parts, isOver: false, isAnswered: false, isRepeated: false, bytesPassed: 0 };
    (request as ProxiedRequest).proxyContext = context;
    request.headers = context.headers as http.IncomingHttpHeaders;
    response.on('close', () => {
      if (response.writableFinished && request.complete) return;
      // The client left, or was answered before it had sent everything.
      context.isOver = true;
      context.abort?.();
      drainOrClose(request);
    });
    const lengthBytes = Number(context.headers['content-length'] ?? 0);
    if (this.options.isTraced || context.headers['transfer-encoding'] !== undefined) this.pass(request, response);
    else if (lengthBytes === 0) this.sendDirectly(request, response);
    else this.sendWithBody(request, response, lengthBytes);
  }

  private sendDirectly(request: ProxiedRequest, response: ServerResponse): void {
    this.direct.send(request, response, undefined, (failure, wasKept) => {
      const context = request.proxyContext!;
      // A kept connection that the service closed just as it was used again says nothing about the service.
      if (wasKept && !context.isRepeated && REPEATABLE.has(request.method!) && isHangUp(failure)) {
        context.isRepeated = true;
        this.sendDirectly(request, response);
        return;
      }
      this.fail(request, toUpstreamError(this.options.service, failure));
    });
  }

  private sendWithBody(request: ProxiedRequest, response: ServerResponse, lengthBytes: number): void {
    const context = request.proxyContext!;
    const onFailure = (failure: Error): void => this.fail(request, toUpstreamError(this.options.service, failure));
    const sent = new SentBody(
      request,
      { lengthBytes, silenceMs: context.timeoutMs },
      {
        begun: (body) => this.direct.send(request, response, body, onFailure),
        silent: () => {
          if (!context.isAnswered) this.fail(request, new ApiError(GatewayError.request_timeout));
          context.abort?.();
        },
      },
    );
    response.once('close', () => sent.leave());
  }

  close(): void {
    this.agent.destroy();
    this.direct.close();
  }

  private attach(server: ProxyServer): void {
    server.webPasses = server.webPasses.filter(({ name }) => name === 'stream');
    server.on('proxyReq', (upstream, request) => this.onConnection(upstream, request));
    server.on('proxyRes', (answer, request, response) => this.onAnswer(answer, request, response));
    server.on('error', (error, request) => this.onError(error, request));
    server.on('econnreset', (error, request) => this.onError(error, request));
  }

  /** The request has its socket; nothing was sent yet, so what was got wrong can still be put right. */
  private onConnection(upstream: ClientRequest, request: ProxiedRequest): void {
    const context = request.proxyContext!;
    context.abort = (reason) => upstream.destroy(reason);
    if (context.isOver) {
      upstream.destroy();
      return;
    }
    if (upstream.headersSent) {
      upstream.destroy(new Error('the head of the request left too early'));
      return;
    }
    upstream.path = request.url!;
    this.limitTime(upstream, request, context);
    if (context.headers['transfer-encoding'] !== undefined) this.limitBody(upstream, request, context);
  }

  private limitTime(upstream: ClientRequest, request: ProxiedRequest, context: OpenProxyContext): void {
    if (upstream.socket?.connecting) {
      const timer = setTimeout(() => upstream.destroy(new UpstreamTimeout()), this.options.connectTimeoutMs);
      upstream.socket.once('connect', () => clearTimeout(timer));
      upstream.once('close', () => clearTimeout(timer));
    }
    upstream.setTimeout(context.timeoutMs, () => {
      const isClientSilent = !request.complete && !upstream.writableNeedDrain;
      if (isClientSilent) this.fail(request, new ApiError(GatewayError.request_timeout));
      upstream.destroy(new UpstreamTimeout());
    });
  }

  /** A body without an announced length is counted as it passes. */
  private limitBody(upstream: ClientRequest, request: ProxiedRequest, context: OpenProxyContext): void {
    request.on('data', (chunk: Buffer) => {
      context.bytesPassed += chunk.length;
      if (context.bytesPassed <= context.bodyLimitBytes || context.isOver) return;
      this.fail(request, new ApiError(CommonError.payload_too_large));
      upstream.destroy();
    });
  }

  private onAnswer(answer: IncomingMessage, request: ProxiedRequest, response: ServerResponse): void {
    const { statusCode, statusMessage, rawHeaders } = answer;
    if (!copyResponseHead({ status: statusCode!, message: statusMessage!, rawHeaders }, request, response)) {
      answer.destroy();
      return;
    }
    answer.once('close', () => {
      // The service hung up in the middle: the client must see that the answer is not whole.
      if (!answer.complete) abortResponse(request);
    });
    answer.on('error', () => abortResponse(request));
    passBody(answer, request, response);
  }

  private onError(error: Error, request: ProxiedRequest): void {
    const context = request.proxyContext!;
    if (context.isOver) return;
    if (context.isAnswered) abortResponse(request);
    else this.fail(request, toUpstreamError(this.options.service, error));
  }

  private fail(request: ProxiedRequest, error: ApiError): void {
    const context = request.proxyContext!;
    if (context.isOver) return;
    context.isOver = true;
    context.fail(error);
  }
}

function isHangUp(failure: Error): boolean {
  const { code } = failure as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

/** Passes the body on as it comes, at the pace of the client; an answer that is there as a whole, in one piece. */
function passBody(answer: IncomingMessage, request: ProxiedRequest, response: ServerResponse): void {
  const length = Number(answer.headers['content-length'] ?? -1);
  answer.on('data', (chunk: Buffer) => {
    if (chunk.length === length) endResponse(request, response, chunk);
    else if (!response.write(chunk)) answer.pause();
  });
  response.on('drain', () => answer.resume());
  answer.on('end', () => endResponse(request, response));
}
