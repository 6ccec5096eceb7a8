import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { ServiceConfig } from '@wardstone/config';
import type { Logger } from './logger';

const FINISH_TIME_LIMIT_MS = 30_000;
const SWEEP_MS = 100;
const CERTIFICATE_CHECK_MS = 10_000;
const LIMITS = { keepAliveTimeout: 65_000, headersTimeout: 20_000 };

/**
 * A server of HTTP, or of HTTPS where the service has a certificate; renewed files are used within ten seconds.
 *
 * @throws Error when the certificate is incomplete or cannot be read
 */
export function createHttpServer(
  { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }: Pick<ServiceConfig, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>,
  logger: Logger,
  listener: http.RequestListener,
): http.Server {
  if (certFile === undefined && keyFile === undefined) return http.createServer(LIMITS, listener);
  if (certFile === undefined || keyFile === undefined) {
    throw new Error('TLS_CERT_FILE and TLS_KEY_FILE must be set together');
  }
  const read = (): { cert: string; key: string } => ({
    cert: fs.readFileSync(certFile, 'utf8'),
    key: fs.readFileSync(keyFile, 'utf8'),
  });
  let current = read();
  const server = https.createServer({ ...LIMITS, ...current, minVersion: 'TLSv1.2' }, listener);
  const renew = (): void => {
    try {
      const found = read();
      if (found.cert === current.cert && found.key === current.key) return;
      // Both files are not replaced in one moment; a pair that does not fit is tried again.
      server.setSecureContext({ ...found, minVersion: 'TLSv1.2' });
      current = found;
      logger.info({ file: certFile }, 'certificate renewed');
    } catch (error) {
      logger.warn({ err: error, file: certFile }, 'the renewed certificate cannot be used yet');
    }
  };
  const timer = setInterval(renew, CERTIFICATE_CHECK_MS).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

export async function listen(server: http.Server, { HOST, PORT }: ServiceConfig): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(PORT, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

export async function closeServer(server: http.Server): Promise<void> {
  if (!server.listening) return;
  const cut = setTimeout(() => server.closeAllConnections(), FINISH_TIME_LIMIT_MS);
  // A kept connection whose request was under way becomes idle only later, and would stay for its whole idle time.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
  clearInterval(sweep);
  clearTimeout(cut);
}
