import pino, { type Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on stdout, like all processes of the product. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: { service: 'agent', pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['password', 'token', 'authorization', '*.password', '*.token'], remove: true },
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: pino.stdSerializers.err },
  });
}
