import { once } from 'node:events';
import http from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { eventually } from '@wardstone/testing';
import type { Installation } from '../installation';

interface Span {
  traceId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

/** A trace export request of OTLP/JSON, as far as it is read here. */
interface TraceExport {
  resourceSpans: {
    resource: { attributes: Span['attributes'] };
    scopeSpans: { scope: { name: string }; spans: Span[] }[];
  }[];
}

/** An OTLP collector that keeps what it receives. */
export interface Collector {
  url: string;
  spans: { service: string; scope: string; span: Span }[];
}

/** Starts a collector for the tests of this file. */
export function useCollector(): () => Promise<Collector> {
  const spans: Collector['spans'] = [];
  const server = http.createServer((request, response) => {
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of (body as TraceExport).resourceSpans) {
        const service = toValue(resource.attributes, 'service.name') ?? '';
        spans.push(
          ...scopeSpans.flatMap(({ scope, spans: some }) => some.map((span) => ({ service, scope: scope.name, span }))),
        );
      }
      response.end('{}');
    });
  });
  afterAll(() => void server.close());
  return async () => {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans };
  };
}

function toValue(attributes: Span['attributes'], name: string): string | undefined {
  return attributes.find(({ key }) => key === name)?.value.stringValue;
}

export function describeTracing(system: Installation, collector: () => Promise<Collector>): void {
  const secret = `wsl_${'B'.repeat(43)}`;
  const traceId = '0af7651916cd43dd8448eb211c80319c';

  // Spans are sent every five seconds: other tests run meanwhile.
  beforeAll(async () => {
    const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
    await fetch(`${system().gatewayUrl}/rest/alert/link?token=${secret}`, { headers });
  });

  it('sends the spans of a request through gateway, service and database as one trace', async () => {
    const { spans } = await collector();
    await eventually('the trace', () => {
      const trace = spans.filter(({ span }) => span.traceId === traceId);
      expect(trace.map(({ service, scope }) => `${service}: ${scope}`)).toEqual(
        expect.arrayContaining([
          'gateway: @opentelemetry/instrumentation-http',
          'gateway: gateway',
          'monitoring: @opentelemetry/instrumentation-http',
          'monitoring: @opentelemetry/instrumentation-pg',
        ]),
      );
      expect(trace.map(({ span }) => toValue(span.attributes, 'url.query'))).toContain('token=REDACTED');
      return true;
    });
    expect(JSON.stringify(spans)).not.toContain(secret);
  });
}
