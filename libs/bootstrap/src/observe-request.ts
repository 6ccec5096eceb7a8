import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from './logger';
import type { ServiceMetrics } from './metrics';
import { identifyRequest } from './request-id';

/** A request whose route is known: the pattern, never the path, so that metrics stay few. */
interface RoutedRequest extends IncomingMessage {
  route?: { path?: unknown };
  routeLabel?: string;
  originalUrl?: string;
}

/** Names the route of a request that the framework does not see (proxied ones). */
export function labelRoute(request: IncomingMessage, label: string): void {
  (request as RoutedRequest).routeLabel = label;
}

function routeOf(request: RoutedRequest): string {
  if (request.routeLabel !== undefined) return request.routeLabel;
  return typeof request.route?.path === 'string' ? request.route.path : 'unmatched';
}

/** Gives the request its id and, when it ends, one log line and one observation. */
export function observeRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { logger, metrics }: { logger: Logger; metrics: ServiceMetrics },
): void {
  const requestId = identifyRequest(request, response);
  const path = (request.url ?? '').split('?', 1)[0];
  const started = performance.now();
  metrics.requestStarted();
  response.on('close', () => {
    const durationMs = performance.now() - started;
    const method = request.method ?? '';
    const route = routeOf(request);
    metrics.requestEnded(method, route, response.statusCode, durationMs / 1000);
    const line: Record<string, unknown> = {
      requestId,
      method,
      path,
      route,
      status: response.statusCode,
      durationMs: Math.round(durationMs * 100) / 100,
    };
    if (!response.writableFinished) line.aborted = true;
    if (request.headers.traceparent) line.traceparent = request.headers.traceparent;
    logger.info(line, 'request');
  });
}
