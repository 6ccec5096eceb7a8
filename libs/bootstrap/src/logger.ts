import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Names of fields that may hold secrets; they are removed from log lines, not masked in place. */
const SECRETS = ['authorization', 'cookie', 'password', 'client_secret', 'token', 'access_token', 'secret'].flatMap(
  (name) => [name, `*.${name}`, `*.headers.${name}`],
);

/**
 * Lines are buffered up to this size or for this long, because a system call per line would cost more than its request.
 */
const GATHERED_BYTES = 48 * 1024;
/** Maximum size of a write; must exceed `GATHERED_BYTES`. */
const WRITTEN_BYTES = 64 * 1024;
const GATHERED_MS = 100;
const STDOUT = 1;

/** JSON lines on stdout, one per event. They are written in batches; the rest follows when the process exits. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options: pino.LoggerOptions = {
    level,
    base: { service, pid: process.pid },
    timestamp: timeField,
    redact: { paths: SECRETS, remove: true },
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: pino.stdSerializers.err },
  };
  return pino(options, destination ?? gatheringOutput(STDOUT));
}

interface Output extends DestinationStream {
  /** Writes the buffered log lines. */
  flushSync(): void;
}

/** The typings know only strings, but with `contentMode: 'buffer'` the output takes buffers. */
interface BufferOutput {
  write(bytes: Buffer): boolean;
}

/** @param dest file descriptor or path */
export function gatheringOutput(dest: number | string): Output {
  // Buffers, because strings would be concatenated and measured again with each line.
  const file = pino.destination({
    dest,
    sync: false,
    minLength: GATHERED_BYTES,
    maxWrite: WRITTEN_BYTES,
    contentMode: 'buffer',
  });
  let waitingBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  file.on('write', (bytes) => (waitingBytes -= bytes));
  // Its own `periodicFlush` wakes three threads ten times a second even when there is nothing to write.
  const flush = (): void => {
    if (waitingBytes > 0) return file.flush();
    clearInterval(timer);
    timer = undefined;
  };
  return {
    write: (line) => {
      const bytes = Buffer.from(line);
      waitingBytes += bytes.length;
      (file as unknown as BufferOutput).write(bytes);
      timer ??= setInterval(flush, GATHERED_MS).unref();
    },
    flushSync: () => file.flushSync(),
  };
}

let writtenMs = 0;
let written = '';

/** The time of a line in ISO 8601, cached because many requests end in the same millisecond. */
function timeField(): string {
  const nowMs = Date.now();
  if (nowMs !== writtenMs) {
    writtenMs = nowMs;
    written = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return written;
}

/**
 * The same log without redaction, for lines with fixed fields and no secrets. Redaction takes ten times as long as
 * writing the line, which matters for the line of every request.
 */
export function withoutRedaction(logger: Logger): Logger {
  return logger.child({}, { redact: { paths: [] } });
}

/** Writes the framework's messages to the service's log; those at start have level debug. */
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
