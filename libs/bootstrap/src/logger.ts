import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Names of fields that may hold secrets; they are removed from log lines, not masked in place. */
const SECRETS = ['authorization', 'cookie', 'password', 'client_secret', 'token', 'access_token', 'secret'].flatMap(
  (name) => [name, `*.${name}`, `*.headers.${name}`],
);

/** Lines are gathered up to this size, or for this long: a system call for each would cost more than its request. */
const GATHERED_BYTES = 48 * 1024;
/** Largest write; it has to exceed `GATHERED_BYTES`. */
const WRITTEN_BYTES = 64 * 1024;
const GATHERED_MS = 100;
const STDOUT = 1;

/** JSON lines on stdout, one per event. They leave in groups; what waits is written when the process exits. */
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
  /** Writes the last log lines of a process. */
  flushSync(): void;
}

/** The typings of the output name texts alone, which it does not take with `contentMode: 'buffer'`. */
interface BufferOutput {
  write(bytes: Buffer): boolean;
}

/** @param dest number or path of a file */
export function gatheringOutput(dest: number | string): Output {
  // Strings would be joined and measured again with each line.
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
  // Its own `periodicFlush` wakes three threads ten times a second where there is nothing to write.
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

/** The time of a line, ISO 8601. Many requests end in one millisecond, so the text is made once for each. */
function timeField(): string {
  const nowMs = Date.now();
  if (nowMs !== writtenMs) {
    writtenMs = nowMs;
    written = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return written;
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
