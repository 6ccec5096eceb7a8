import type { LoggerService } from '@nestjs/common';
import pino from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type { Logger } from 'pino';

/** Where secrets may turn up in what is logged; they are cut out, never masked in place. */
const SECRETS = ['authorization', 'cookie', 'password', 'client_secret', 'token', 'access_token', 'secret'].flatMap(
  (name) => [name, `*.${name}`, `*.headers.${name}`],
);

/**
 * JSON lines on stdout, one per event. Lines that come while a write is under way leave with the next one, which saves a
 * system call per request; what waits is written when the process exits.
 */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRETS, remove: true },
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: pino.stdSerializers.err },
  };
  return pino(options, destination ?? pino.destination({ dest: 1, sync: false }));
}

/**
 * The same log for lines whose fields are fixed and hold no secret. Looking for secrets takes ten times as long as
 * writing the line, which matters for the one line that every request writes.
 */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: { paths: [] } });
}

/** Lets the framework's own lines join the service's log; its chatter at start goes to debug. */
export class FrameworkLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }

  fatal(message: unknown, context?: string): void {
    this.logger.fatal({ context }, String(message));
  }
}
