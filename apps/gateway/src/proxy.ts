import http from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { UpstreamTimeout, toUpstreamError } from './proxy/upstream-failure';
import { answerHeaders } from './proxy/upstream-headers';
import { drainBriefly } from './refusal';
import type { ServiceName } from './routes';

export interface ServiceProxyOptions {
  service: ServiceName;
  /** Origin of the service, e.g. `http://127.0.0.1:8081`; it has no path. */
  address: string;
  /** How long opening a connection may take. */
  connectTimeoutMs: number;
}

/** One request on its way to a service. */
export interface Passage {
  /** Everything the service is sent as headers; see `upstreamHeaders`. */
  headers: http.OutgoingHttpHeaders;
  bodyLimitBytes: number;
  /** Longest silence of the service, while it reads, works or answers. */
  timeoutMs: number;
  /** Whether the answer carries the gateway's own rate limits. */
  hasOwnLimits: boolean;
  /** Told once, before any byte of an answer was sent. */
  fail(error: ApiError): void;
}

/** Where the library's callbacks, which only know the request, find its passage. */
interface PassingRequest extends IncomingMessage {
  passage?: UnderWay;
}

interface UnderWay extends Passage {
  upstream?: ClientRequest;
  isOver: boolean;
  /** The head of the answer was taken over. */
  isAnswered: boolean;
  isRepeated: boolean;
  bytesPassed: number;
}

/** The part of the library's proxy object that is used; its passes are functions run in turn on each request. */
interface ProxyServer {
  webPasses: { name: string }[];
  on(
    event: 'proxyReq',
    listener: (upstream: ClientRequest, request: PassingRequest, response: ServerResponse) => void,
  ): void;
  on(
    event: 'proxyRes',
    listener: (answer: IncomingMessage, request: PassingRequest, response: ServerResponse) => void,
  ): void;
  on(
    event: 'error' | 'econnreset',
    listener: (error: Error, request: PassingRequest, response: ServerResponse) => void,
  ): void;
}

const ONE_PIECE_BYTES = 16 * 1024;
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Passes requests to one service and its answers back, streaming both ways, over kept connections.
 *
 * http-proxy-middleware moves the request; its own ideas about headers and errors are switched off, because they lose
 * the framing of chunked DELETE and OPTIONS requests, collapse slashes in paths, copy per-hop headers both ways, and
 * answer failures as plain text.
 */
export class ServiceProxy {
  private readonly agent = new http.Agent({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' });
  private readonly host: string;
  private readonly port: string;
  private readonly pass: (request: IncomingMessage, response: ServerResponse) => void;

  constructor(private readonly options: ServiceProxyOptions) {
    const { hostname, port, protocol } = new URL(options.address);
    this.host = hostname.replace(/^\[|\]$/g, '');
    this.port = port === '' ? '80' : port;
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

  /** Takes over the request; `request.headers` become those of the passage. */
  forward(request: IncomingMessage, response: ServerResponse, passage: Passage): void {
    const underWay: UnderWay = { ...passage, isOver: false, isAnswered: false, isRepeated: false, bytesPassed: 0 };
    (request as PassingRequest).passage = underWay;
    request.headers = passage.headers as http.IncomingHttpHeaders;
    const hasBody =
      passage.headers['content-length'] !== undefined || passage.headers['transfer-encoding'] !== undefined;
    response.once('close', () => {
      if (response.writableFinished && request.complete) return;
      // The client left, or was answered before it had sent everything.
      underWay.isOver = true;
      underWay.upstream?.destroy();
      drainBriefly(request);
    });
    if (hasBody) this.pass(request, response);
    else this.send(request, response);
  }

  /**
   * The short way for requests without a body, which are nearly all: nothing has to be streamed up, and the library
   * would cost as much again as everything else together (decision 0009).
   */
  private send(request: PassingRequest, response: ServerResponse): void {
    const passage = request.passage!;
    // Drops what a client may send after a request that has no body by all rules: there is nothing.
    request.resume();
    const upstream = http.request({
      agent: this.agent,
      host: this.host,
      port: this.port,
      method: request.method!,
      path: request.url!,
      // As a list they are checked and written once, instead of being kept one by one.
      headers: Object.entries(passage.headers).flat() as string[],
    });
    passage.upstream = upstream;
    upstream.on('response', (answer) => this.onAnswer(answer, request, response));
    upstream.on('error', (error) => this.onError(error, request, response));
    upstream.once('socket', () => this.limitTime(upstream, request, passage));
    upstream.end();
  }

  close(): void {
    this.agent.destroy();
  }

  private attach(server: ProxyServer): void {
    server.webPasses = server.webPasses.filter(({ name }) => name === 'stream');
    server.on('proxyReq', (upstream, request) => this.onConnection(upstream, request));
    server.on('proxyRes', (answer, request, response) => this.onAnswer(answer, request, response));
    server.on('error', (error, request, response) => this.onError(error, request, response));
    server.on('econnreset', (error, request, response) => this.onError(error, request, response));
  }

  /** The request has its socket; nothing was sent yet, so what was got wrong can still be put right. */
  private onConnection(upstream: ClientRequest, request: PassingRequest): void {
    const passage = request.passage!;
    passage.upstream = upstream;
    if (passage.isOver) {
      upstream.destroy();
      return;
    }
    if (upstream.headersSent) {
      upstream.destroy(new Error('the head of the request left too early'));
      return;
    }
    upstream.path = request.url!;
    this.limitTime(upstream, request, passage);
    if (passage.headers['transfer-encoding'] !== undefined) this.limitBody(upstream, request, passage);
  }

  private limitTime(upstream: ClientRequest, request: PassingRequest, passage: UnderWay): void {
    if (upstream.socket?.connecting) {
      const timer = setTimeout(() => upstream.destroy(new UpstreamTimeout()), this.options.connectTimeoutMs);
      upstream.socket.once('connect', () => clearTimeout(timer));
      upstream.once('close', () => clearTimeout(timer));
    }
    upstream.setTimeout(passage.timeoutMs, () => {
      const isClientSilent = !request.complete && !upstream.writableNeedDrain;
      if (isClientSilent) this.fail(request, new ApiError(GatewayError.request_timeout));
      upstream.destroy(new UpstreamTimeout());
    });
  }

  /** A body without an announced length is counted as it passes. */
  private limitBody(upstream: ClientRequest, request: PassingRequest, passage: UnderWay): void {
    request.on('data', (chunk: Buffer) => {
      passage.bytesPassed += chunk.length;
      if (passage.bytesPassed <= passage.bodyLimitBytes || passage.isOver) return;
      this.fail(request, new ApiError(CommonError.payload_too_large));
      upstream.destroy();
    });
  }

  private onAnswer(answer: IncomingMessage, request: PassingRequest, response: ServerResponse): void {
    const passage = request.passage!;
    if (passage.isOver || response.headersSent) {
      answer.destroy();
      return;
    }
    passage.isAnswered = true;
    response.statusCode = answer.statusCode!;
    response.statusMessage = answer.statusMessage!;
    const sent = new Set<string>();
    for (const [name, value] of answerHeaders(answer.rawHeaders, passage.hasOwnLimits)) {
      const key = name.toLowerCase();
      if (sent.has(key)) response.appendHeader(name, value);
      else response.setHeader(name, value);
      sent.add(key);
    }
    answer.once('close', () => {
      // The service hung up in the middle: the client must see that the answer is not whole.
      if (!answer.complete) breakOff(request);
    });
    answer.on('error', () => breakOff(request));
    passBody(answer, response);
  }

  private onError(error: Error, request: PassingRequest, response: ServerResponse): void {
    const passage = request.passage!;
    if (passage.isOver) return;
    if (passage.isAnswered) {
      breakOff(request);
      return;
    }
    if (this.mayRepeat(error, request, passage)) {
      passage.isRepeated = true;
      this.send(request, response);
      return;
    }
    this.fail(request, toUpstreamError(this.options.service, error));
  }

  /** A kept connection that the service closed just as it was used again says nothing about the service. */
  private mayRepeat(error: Error, request: PassingRequest, passage: UnderWay): boolean {
    return (
      !passage.isRepeated &&
      passage.upstream?.reusedSocket === true &&
      (error as NodeJS.ErrnoException).code === 'ECONNRESET' &&
      REPEATABLE.has(request.method!) &&
      passage.headers['content-length'] === undefined &&
      passage.headers['transfer-encoding'] === undefined
    );
  }

  private fail(request: PassingRequest, error: ApiError): void {
    const passage = request.passage!;
    if (passage.isOver) return;
    passage.isOver = true;
    passage.fail(error);
  }
}

/**
 * Passes the body on as it comes, at the pace of the client. The head goes out with the first bytes if they are there
 * already, alone otherwise; an answer that is there as a whole goes out in one piece.
 */
function passBody(answer: IncomingMessage, response: ServerResponse): void {
  const length = Number(answer.headers['content-length'] ?? -1);
  answer.once('data', (first: Buffer) => {
    if (first.length === length) {
      // Node.js writes a head and a text in one piece, a head and bytes in two; latin1 keeps the bytes as they are.
      if (length <= ONE_PIECE_BYTES) response.end(first.toString('latin1'), 'latin1');
      else response.end(first);
      return;
    }
    if (!response.write(first)) answer.pause();
    answer.on('data', (chunk: Buffer) => {
      if (!response.write(chunk)) answer.pause();
    });
    response.on('drain', () => answer.resume());
  });
  answer.on('end', () => {
    if (!response.writableEnded) response.end();
  });
  setImmediate(() => {
    if (!response.headersSent && !response.destroyed) response.flushHeaders();
  });
}

/** Shows the client that its answer is not whole: without a length, only a reset tells that from its end. */
function breakOff({ httpVersion, socket }: IncomingMessage): void {
  if (httpVersion === '1.0') socket.resetAndDestroy();
  else socket.destroy();
}
