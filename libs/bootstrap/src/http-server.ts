import type http from 'node:http';
import type { ServiceConfig } from '@wardstone/config';

const FINISH_TIME_LIMIT_MS = 30_000;
const SWEEP_MS = 100;

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
