import type { ServiceConfig } from '@wardstone/config';
import { createService, type RunningService, type ServiceDefinition } from './create-service';
import { createLogger, type Logger } from './logger';
import { waitForStart } from './start-gate';
import { startTracing } from './tracing';

/** Explains a failed start in one sentence; undefined when only the stack can. */
function explain(error: unknown, config: ServiceConfig): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `Port ${config.PORT} is in use by another program.`;
  if (code === 'EACCES') return `Port ${config.PORT} cannot be opened by this user.`;
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND') return `The database cannot be reached: ${message}.`;
  if (code === '28P01' || code === '3D000') return `The database rejected the connection: ${message}.`;
  return undefined;
}

/**
 * Runs a service as this process: builds and starts it, stops it on SIGTERM, SIGINT or when the program that
 * started it is gone, and ends the process with 1 and one sentence when it cannot start.
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
  try {
    const stopTracing = await startTracing(name, config.OTEL_EXPORTER_OTLP_ENDPOINT);
    const definition = await define(config, logger);
    if (definition.findStartGap) await waitForStart(definition.findStartGap, config, logger);
    const service = await createService({ ...definition, logger });
    // Before it listens: the gateway waits three seconds for a document, and every client for a busy process.
    service.prepareDocuments();
    await service.listen();
    logger.info({ address: service.url() }, 'listening');
    stopWithProcess(service, stopTracing, logger);
  } catch (error) {
    const sentence = explain(error, config);
    logger.fatal(sentence === undefined ? { error } : {}, sentence ?? 'the service cannot start');
    process.exit(1);
  }
}

function stopWithProcess(service: RunningService, stopTracing: () => Promise<void>, logger: Logger): void {
  let isStopping = false;
  const stop = (reason: string): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ reason }, 'stopping');
    void service
      .close()
      .then(stopTracing)
      .then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error({ error }, 'stopping failed');
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  // Started with an IPC channel: the channel closes when the parent dies, even by kill -9.
  process.on('disconnect', () => stop('parent gone'));
}
