import { randomBytes, randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { addressGroup, type AuthenticatedRequest, hideSecrets, plainAddress, getRemoteAddress } from '@wardstone/auth';
import { type Logger } from './logger';
import { type ServiceMetrics } from './metrics';
import { RepeatLimit } from './repeat-limit';
import { onResponseEnd } from './http-server';

const ACCEPTED_ID = /^[A-Za-z0-9._-]{1,128}$/;
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

interface Traced extends IncomingMessage {
  requestId?: string;
}

/** Request id: the client's if it is harmless, otherwise a new one. See rule platform-4. */
export function getRequestId(request: IncomingMessage): string {
  const traced = request as Traced;
  if (traced.requestId === undefined) {
    const given = request.headers['x-request-id'];
    traced.requestId = typeof given === 'string' && ACCEPTED_ID.test(given) ? given : randomUUID();
  }
  return traced.requestId;
}

/** W3C trace context of a request: the client's if valid, otherwise the root of a new trace. */
export function getTraceparent(request: IncomingMessage): string {
  const given = request.headers.traceparent;
  if (typeof given === 'string' && TRACEPARENT.test(given)) return given;
  const ids = randomHex(TRACE_ID_BYTES + SPAN_ID_BYTES);
  const made = `00-${ids.slice(0, 2 * TRACE_ID_BYTES)}-${ids.slice(2 * TRACE_ID_BYTES)}-01`;
  request.headers.traceparent = made;
  return made;
}

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;
const POOL_BYTES = 3072;
let pool = Buffer.alloc(0);
let used = 0;

/** Taken from a pool, because asking the system for a few bytes costs twenty times as much. */
function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}

/** Sets the id of the request and returns it in a header. */
export function identifyRequest(request: IncomingMessage, response: ServerResponse): string {
  const id = getRequestId(request);
  request.headers['x-request-id'] = id;
  response.setHeader('X-Request-Id', id);
  return id;
}

/** A request with a known route: its pattern instead of its path, so that the number of series stays small. */
interface RoutedRequest extends IncomingMessage {
  route?: { path?: unknown };
  routeLabel?: string;
  originalUrl?: string;
  isPoll?: boolean;
}

/**
 * Client address: the peer, or the one that a trusted proxy states. Read at the start of the request, because the
 * connection may be gone later; the gateway's statement takes precedence.
 */
export function addressAtStart(request: IncomingMessage, trustProxy: boolean): () => string {
  const address = plainAddress(getRemoteAddress(request, { trustProxy }));
  return () => {
    const { caller, clientAddress } = request as AuthenticatedRequest;
    return caller?.clientAddress ?? clientAddress ?? address;
  };
}

/** Sets the route of a request that bypasses the framework, e.g. a proxied one. */
export function labelRoute(request: IncomingMessage, label: string): void {
  (request as RoutedRequest).routeLabel = label;
}

/** Excludes a long poll from requests in flight and durations. */
export function startPoll(request: IncomingMessage, metrics: ServiceMetrics): void {
  (request as RoutedRequest).isPoll = true;
  metrics.pollStarted();
}

/** The path pattern, once the request was routed. */
export function getRoute(request: IncomingMessage): string {
  const { routeLabel, route } = request as RoutedRequest;
  if (routeLabel !== undefined) return routeLabel;
  return typeof route?.path === 'string' ? route.path : 'unmatched';
}

/** Log lines per minute and address for requests without a caller; further ones are only counted. */
const MAX_PER_ADDRESS = 200;
const STRANGERS = { mostWritten: 5_000, mostKeys: 1_000 };
const MAX_PATH_LENGTH = 2_000;
const MAX_ANONYMOUS_PATH_LENGTH = 200;
const MAX_TRACEPARENT_LENGTH = 55;

/** Gives each request an id, and writes one log line and one observation when it ends. */
export class RequestLog {
  private readonly strangers: RepeatLimit<Record<string, unknown>>;

  constructor(private readonly parts: { logger: Logger; metrics: ServiceMetrics; trustProxy: boolean }) {
    this.strangers = new RepeatLimit(STRANGERS, (line, requests) =>
      parts.logger.info(requests === 1 ? line : { ...line, requests }, 'request'),
    );
  }

  observe(request: IncomingMessage, response: ServerResponse): void {
    const { logger, metrics, trustProxy } = this.parts;
    const requestId = identifyRequest(request, response);
    const path = hideSecrets((request.url ?? '').split('?', 1)[0]!);
    const started = performance.now();
    const from = addressAtStart(request, trustProxy);
    metrics.requestStarted();
    onResponseEnd(response, () => {
      const durationMs = performance.now() - started;
      const method = request.method ?? '';
      const route = getRoute(request);
      const { isPoll } = request as RoutedRequest;
      metrics[isPoll ? 'pollEnded' : 'requestEnded'](method, route, response.statusCode, durationMs / 1000);
      const { caller } = request as AuthenticatedRequest;
      const line: Record<string, unknown> = {
        requestId,
        user: caller?.username,
        from: from(),
        method,
        path: path.slice(0, caller ? MAX_PATH_LENGTH : MAX_ANONYMOUS_PATH_LENGTH),
        route,
        status: response.statusCode,
        durationMs: Math.round(durationMs * 100) / 100,
      };
      if (!response.writableFinished) line.aborted = true;
      const { traceparent } = request.headers;
      if (traceparent) line.traceparent = String(traceparent).slice(0, MAX_TRACEPARENT_LENGTH);
      if (caller) logger.info(line, 'request');
      else this.strangers.add(addressGroup(String(line.from)), line, MAX_PER_ADDRESS);
    });
  }

  /** Writes the counted requests. */
  close(): void {
    this.strangers.endWindow();
  }
}
