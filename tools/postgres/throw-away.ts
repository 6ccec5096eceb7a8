import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { type PostgresServer, startPostgres } from './postgres-server';

/** A server for tests in a temporary folder: nothing durable, removed when stopped. Superuser `app`. */
export async function startThrowAwayPostgres(): Promise<PostgresServer> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-test-'));
  // mkdtemp makes it 0700, which would shut out the account that the server runs as when we are root.
  fs.chmodSync(folder, 0o711);
  const remove = () => fs.rmSync(folder, { recursive: true, force: true });
  try {
    const server = await startPostgres({
      dataFolder: path.join(folder, 'data'),
      logFile: path.join(folder, 'postgres.log'),
      user: 'app',
      password: randomBytes(12).toString('hex'),
      throwAway: true,
      settings: { max_connections: '300', shared_buffers: '128MB', autovacuum_naptime: '1h' },
    });
    return {
      ...server,
      stop: async () => {
        await server.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
