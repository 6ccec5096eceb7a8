import { createRequire } from 'node:module';
import { hideSecrets } from '@wardstone/auth';
import { type ServiceConfig } from '@wardstone/config';
import { createService, type ServiceDefinition } from './create-service';
import { createLogger, type Logger } from './logger';
import { ProcessStop } from './process-stop';
import { StartServer } from './start-server';

/** Explains a failed start in one sentence; undefined if the stack trace is needed. */
function explain(error: unknown, config: ServiceConfig): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${config.PORT} is in use by another program.`;
  if (code === 'EACCES') return `Port ${config.PORT} cannot be opened by this user.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `The database cannot be reached: ${message}.`;
  if (code === '28P01' || code === '3D000') return `The database rejected the connection: ${message}.`;
  return undefined;
}

/**
 * Runs a service as this process: builds and starts it, stops it on SIGTERM, SIGINT or when its parent has ended, and
 * exits with 1 and one sentence if it cannot start.
 */
export async function runService<C extends ServiceConfig>(
  name: ServiceDefinition['name'],
  load: () => Readonly<C>,
  define: (config: Readonly<C>, logger: Logger) => ServiceDefinition<C> | Promise<ServiceDefinition<C>>,
): Promise<void> {
  let config: Readonly<C>;
  try {
    config = load();
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
  const logger = createLogger(name, config.LOG_LEVEL);
  process.on('unhandledRejection', (error) => {
    logger.fatal({ error }, 'unhandled promise rejection');
    process.exit(1);
  });
  const stop = new ProcessStop(logger);
  try {
    const stopTracing = await startTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT);
    const start = new StartServer(config, logger);
    await start.listen();
    const definition = await define(config, logger);
    if (definition.findStartGap) await start.waitFor(definition.findStartGap);
    const service = await createService({ ...definition, logger });
    // Done before listening, because the gateway waits three seconds for the document, and all clients wait for a busy
    // process.
    service.prepareDocuments();
    await start.close();
    await service.listen();
    stop.finishWith(() => service.close().then(stopTracing));
    logger.info({ address: service.url() }, 'listening');
  } catch (error) {
    const sentence = explain(error, config);
    logger.fatal(sentence === undefined ? { error } : {}, sentence ?? 'the service cannot start');
    process.exit(1);
  }
}

/**
 * Span attributes of the requested address without secrets: query values may be codes and tokens, also of other
 * systems.
 */
function addressAttributes(url: string): Record<string, string> {
  const [path = '', query] = url.split('?', 2);
  const redacted = query?.replace(/=[^&]*/g, '=REDACTED');
  return { 'url.path': hideSecrets(path), ...(redacted === undefined ? {} : { 'url.query': redacted }) };
}

/** Stops the exporter after it has sent its buffer. */
type StopTracing = () => Promise<void>;

/**
 * Sends spans of incoming HTTP and of database statements to an OTLP collector. Without an endpoint, nothing is loaded
 * or patched.
 */
async function startTracing(service: string, endpoint: string | undefined): Promise<StopTracing> {
  if (endpoint === undefined) return () => Promise.resolve();
  const [api, sdk, { AsyncLocalStorageContextManager }, core, { OTLPTraceExporter }, instrumentation, http, pg] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/instrumentation'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-pg'),
    ]);
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  api.propagation.setGlobalPropagator(
    new core.CompositePropagator({
      propagators: [new core.W3CTraceContextPropagator(), new core.W3CBaggagePropagator()],
    }),
  );
  api.trace.setGlobalTracerProvider(provider);
  instrumentation.registerInstrumentations({
    tracerProvider: provider,
    instrumentations: [
      new http.HttpInstrumentation({
        ignoreIncomingRequestHook: ({ url }) => url === '/livez' || url === '/readyz',
        startIncomingSpanHook: ({ url = '' }) => addressAttributes(url),
        // Webhook addresses are secrets. The gateway creates the spans of requests to services itself.
        disableOutgoingRequestInstrumentation: true,
      }),
      // A statement without a parent belongs to a job or watch that polls for work.
      new pg.PgInstrumentation({ requireParentSpan: true }),
    ],
  });
  // Instrumentations hook `require`, not `import()`; a module that was loaded before is patched by requiring it once
  // more.
  ['http', 'https', 'pg'].forEach(createRequire(__filename));
  return () => provider.shutdown();
}
