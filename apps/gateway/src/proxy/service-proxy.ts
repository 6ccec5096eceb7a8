import type { Agent, ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { createProxyMiddleware, proxyEventsPlugin, type RequestHandler } from 'http-proxy-middleware';
import { hideSecrets } from '@wardstone/auth';
import { type ServiceResponse, AUDIT_HEADER, onResponseEnd } from '@wardstone/bootstrap';
import { ApiError, GatewayError } from '@wardstone/errors';
import { bodyTooLarge } from '../body-too-large';
import { redirectToLogin } from '../credentials/sessions/navigation';
import { drainOrClose } from '../error-responder';
import { type ServiceName } from '../routes';
import { upstreamAgent, type UpstreamAgentOptions } from './upstream-agent';
import { changeRequestHeaders, type Hop, keepResponseHeaders } from './upstream-headers';

export interface ServiceProxyOptions extends UpstreamAgentOptions {
  service: ServiceName;
  /** Origin of the service. */
  address: string;
  /** Present when requests are traced. */
  startSpan?: StartSpan;
}

/** Input for forwarding a request. */
export interface Forwarding {
  hop: Hop;
  bodyLimitBytes: number;
  /** Timeout for silence of the service while it reads, works or responds. */
  timeoutMs: number;
  /** Whether the response has the gateway's own rate limits. */
  hasOwnLimits: boolean;
  /** Called once, before any byte of a response was sent. */
  fail(error: ApiError): void;
}

interface OpenForwarding extends Forwarding {
  /** Whether the response is determined: by the service, by an error, or because the client disconnected. */
  isOver: boolean;
  upstream?: ClientRequest;
  isRepeated?: true;
  /** The service has started to respond; `auditHeader` is its audit event. */
  serviceResponse?: ServiceResponse;
}

/** Safe methods, whose requests can be repeated. Source: RFC 9110 section 9.2.1. */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A property instead of a WeakMap, which would cost a microsecond per request. */
const FORWARDING = Symbol('forwarding');

type Forwarded = IncomingMessage & { [FORWARDING]?: OpenForwarding };

const getForwarding = (request: Forwarded): OpenForwarding | undefined => request[FORWARDING];

/** Facts for the audit log about a service's response. */
export function getServiceResponse(request: IncomingMessage): ServiceResponse | undefined {
  return getForwarding(request)?.serviceResponse;
}

/** Forwards requests to one service and its responses back, streaming in both directions (decision 28). */
export class ServiceProxy {
  private readonly agent: Agent;
  private readonly proxy: RequestHandler;

  constructor(private readonly options: ServiceProxyOptions) {
    this.agent = upstreamAgent(options.address, options);
    this.proxy = createProxyMiddleware({
      // A text would be parsed for each request.
      target: new URL(options.address),
      agent: this.agent,
      preserveHeaderKeyCase: true,
      // Without the library's logger, error pages and debug listeners.
      ejectPlugins: true,
      plugins: [proxyEventsPlugin],
      on: {
        proxyReq: (upstream, request, response) => this.begin(upstream, request, response),
        proxyRes: (upstream, request, response) => this.onResponse(upstream, request, response),
        error: (failure, request, response) => this.fail(failure, request, response as ServerResponse),
      },
    });
  }

  forward(request: IncomingMessage, response: ServerResponse, parts: Forwarding): void {
    const forwarding: OpenForwarding = { ...parts, isOver: false };
    (request as Forwarded)[FORWARDING] = forwarding;
    onResponseEnd(response, () => {
      if (response.writableFinished && request.complete) return;
      // The client disconnected, or got its response before it had sent everything.
      forwarding.isOver = true;
      forwarding.upstream?.destroy();
      drainOrClose(request);
    });
    // The transport would send a request with `Expect` before its headers can be changed.
    delete request.headers.expect;
    void this.proxy(request, response);
  }

  /** Responds with an error, because the service has not responded. */
  end(request: IncomingMessage, error: ApiError): void {
    if (getForwarding(request)?.serviceResponse === undefined) this.refuse(request, error);
  }

  close(): void {
    this.agent.destroy();
  }

  /** Called when a connection is available, before anything is sent. */
  private begin(upstream: ClientRequest, request: IncomingMessage, response: ServerResponse): void {
    const forwarding = getForwarding(request)!;
    forwarding.upstream = upstream;
    if (forwarding.isOver) {
      upstream.destroy();
      return;
    }
    changeRequestHeaders(upstream, request.headers, forwarding.hop);
    this.limitTime(upstream, request, response);
    if (request.headers['transfer-encoding'] !== undefined) this.limitBytes(request, forwarding);
    const endSpan = this.options.startSpan?.(request, this.options.service, upstream);
    if (endSpan) onResponseEnd(response, () => endSpan(response.statusCode));
  }

  private limitTime(upstream: ClientRequest, request: IncomingMessage, response: ServerResponse): void {
    const forwarding = getForwarding(request)!;
    upstream.setTimeout(forwarding.timeoutMs, () => {
      // A client that does not read is not a failure of the service; the server closes its connection eventually.
      if (response.writableNeedDrain) return;
      const waitsForClient = !request.complete && !upstream.writableNeedDrain;
      if (waitsForClient && !forwarding.serviceResponse)
        this.refuse(request, new ApiError(GatewayError.request_timeout));
      else upstream.destroy(new UpstreamTimeout());
    });
  }

  /** Bodies with a length were checked before. */
  private limitBytes(request: IncomingMessage, { bodyLimitBytes }: OpenForwarding): void {
    let receivedBytes = 0;
    request.on('data', (piece: Buffer) => {
      receivedBytes += piece.length;
      if (receivedBytes > bodyLimitBytes) this.refuse(request, bodyTooLarge(bodyLimitBytes));
    });
  }

  /** Called before the head of the response is copied. */
  private onResponse(upstream: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
    const forwarding = getForwarding(request)!;
    if (forwarding.isOver) {
      upstream.destroy();
      return;
    }
    const auditHeader = upstream.headers[AUDIT_HEADER.toLowerCase()] as string | undefined;
    forwarding.serviceResponse = { auditHeader };
    if (redirectToLogin({ status: upstream.statusCode! }, request, response)) {
      forwarding.isOver = true;
      upstream.resume();
      return;
    }
    keepResponseHeaders(upstream, request, response, forwarding.hasOwnLimits);
    flushSoon(response);
    if (request.httpVersion !== '1.0') return;
    // Shows the client that its response is incomplete; without a length, only a reset does.
    upstream.once('error', () => request.socket.resetAndDestroy());
  }

  private fail(failure: Error, request: IncomingMessage, response: ServerResponse): void {
    const forwarding = getForwarding(request)!;
    if (forwarding.isOver || forwarding.serviceResponse) return;
    if (mayRepeat(failure, request, forwarding)) {
      forwarding.isRepeated = true;
      void this.proxy(request, response);
      return;
    }
    forwarding.isOver = true;
    forwarding.fail(toUpstreamError(this.options.service, failure));
  }

  /** Ends the exchange because of an invalid request; a response that has begun is cut off. */
  private refuse(request: IncomingMessage, error: ApiError): void {
    const forwarding = getForwarding(request)!;
    if (!forwarding.isOver && !forwarding.serviceResponse) {
      forwarding.isOver = true;
      forwarding.fail(error);
    }
    forwarding.upstream?.destroy();
  }
}

/** Responses whose heads wait for their bodies. */
let unflushed: ServerResponse[] = [];

/** Most bodies arrive with their heads and are sent together; if the body is late, the head is sent alone. */
function flushSoon(response: ServerResponse): void {
  if (unflushed.push(response) === 1) setImmediate(flushAll);
}

function flushAll(): void {
  const responses = unflushed;
  unflushed = [];
  for (const response of responses) if (!response.headersSent && !response.destroyed) response.flushHeaders();
}

/**
 * A kept-alive connection that the service closed just as it was reused is not a failure of the service; but a body
 * cannot be repeated.
 */
function mayRepeat(failure: Error, request: IncomingMessage, { upstream, isRepeated }: OpenForwarding): boolean {
  if (isRepeated || upstream?.reusedSocket !== true || !isHangUp(failure) || !SAFE.has(request.method!)) return false;
  return request.headers['transfer-encoding'] === undefined && Number(request.headers['content-length'] ?? 0) === 0;
}

/** Seconds after which a retry makes sense: a service restarts in about that time. */
const RETRY_AFTER = '5';

/** The service was connected but did not respond in time. */
class UpstreamTimeout extends Error {
  override readonly name = 'UpstreamTimeout';
}

function isHangUp({ code }: NodeJS.ErrnoException): boolean {
  return code === 'ECONNRESET' || code === 'EPIPE';
}

/** Error for a missing response, without addresses and system texts, which are in its cause. */
function toUpstreamError(service: ServiceName, failure: NodeJS.ErrnoException): ApiError {
  if (failure instanceof UpstreamTimeout) {
    return new ApiError(GatewayError.external_service_timeout, `The ${service} service did not respond in time.`, {
      cause: failure,
    });
  }
  if (failure.code?.startsWith('HPE_') === true) {
    return new ApiError(GatewayError.invalid_response, `The ${service} service returned an invalid HTTP response.`, {
      cause: failure,
    });
  }
  return new ApiError(GatewayError.downstream_issue, `The ${service} service is unreachable.`, {
    headers: { 'Retry-After': RETRY_AFTER },
    cause: failure,
  });
}

/**
 * Starts the span of a request to a service as a child of that of the client's request, and adds its trace context to
 * the sent headers. The result ends it with the status of the response.
 */
type StartSpan = (request: IncomingMessage, service: ServiceName, upstream: ClientRequest) => (status: number) => void;

/** Loads the tracing API, which only a traced process needs. */
export async function upstreamSpans(): Promise<StartSpan> {
  const { SpanKind, SpanStatusCode, context, propagation, trace } = await import('@opentelemetry/api');
  const tracer = trace.getTracer('gateway');
  return ({ method, url }, service, upstream) => {
    const span = tracer.startSpan(`${method} ${service}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        'http.request.method': method,
        'url.path': hideSecrets(url!.split('?', 1)[0]!),
        'peer.service': service,
      },
    });
    propagation.inject(trace.setSpan(context.active(), span), upstream, {
      set: (carrier, name, value) => carrier.setHeader(name, value),
    });
    return (status) => {
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    };
  };
}
