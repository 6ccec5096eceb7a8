/** Stops the exporter, sending what it still holds. */
export type StopTracing = () => Promise<void>;

/**
 * Sends spans of incoming and outgoing HTTP and of database statements to an OTLP collector. Without an endpoint
 * nothing is loaded and nothing is patched.
 */
export async function startTracing(service: string, endpoint: string | undefined): Promise<StopTracing> {
  if (endpoint === undefined) return () => Promise.resolve();
  const [{ NodeTracerProvider, BatchSpanProcessor }, { OTLPTraceExporter }, { registerInstrumentations }, http, pg] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/instrumentation'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-pg'),
    ]);
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new http.HttpInstrumentation({ ignoreIncomingRequestHook: ({ url }) => url === '/livez' || url === '/readyz' }),
      new pg.PgInstrumentation(),
    ],
  });
  // The hooks act when a module is loaded next; what was loaded before is patched by asking for it once more.
  await Promise.all([import('node:http'), import('node:https'), import('pg')]);
  return () => provider.shutdown();
}
