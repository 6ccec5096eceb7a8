import type { ClientRequest, IncomingMessage } from 'node:http';
import type { ServiceName } from '../routes';

/**
 * Starts the span of a request to a service, below that of the client's request, and puts its trace context into the
 * headers sent. The result ends it with the status of the response.
 */
export type StartSpan = (
  request: IncomingMessage,
  service: ServiceName,
  upstream: ClientRequest,
) => (status: number) => void;

/** Loads the tracing API, which only a traced process needs. */
export async function upstreamSpans(): Promise<StartSpan> {
  const { SpanKind, SpanStatusCode, context, propagation, trace } = await import('@opentelemetry/api');
  const tracer = trace.getTracer('gateway');
  return ({ method, url }, service, upstream) => {
    const span = tracer.startSpan(`${method} ${service}`, {
      kind: SpanKind.CLIENT,
      attributes: { 'http.request.method': method, 'url.path': url!.split('?', 1)[0], 'peer.service': service },
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
