import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type ProcessRecord, describeProcess, isSameProcess, signalProcess } from '../processes';
import { findHolder } from './postmaster-file';
import { type PostgresServer, startPostgres } from './postgres-server';

const PREFIX = 'wardstone-test-';
const OWNER_FILE = 'owner.json';

/** A server for tests in a temporary folder: nothing durable, removed when stopped. Superuser `app`. */
export async function startThrowAwayPostgres(): Promise<PostgresServer> {
  removeAbandoned();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), PREFIX));
  // mkdtemp makes it 0700, which would shut out the account that the server runs as when we are root.
  fs.chmodSync(folder, 0o711);
  fs.writeFileSync(path.join(folder, OWNER_FILE), JSON.stringify(describeProcess(process.pid)));
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

/** Ends the servers of our own test runs that were killed, and removes their data. */
function removeAbandoned(): void {
  for (const name of fs.readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = path.join(os.tmpdir(), name);
    try {
      if (fs.lstatSync(folder).uid !== os.userInfo().uid) continue;
      const owner = JSON.parse(fs.readFileSync(path.join(folder, OWNER_FILE), 'utf8')) as ProcessRecord;
      if (isSameProcess(owner)) continue;
      const holder = findHolder(path.join(folder, 'data'));
      if (holder.kind === 'running') signalProcess(holder.pid, 'SIGQUIT');
      fs.rmSync(folder, { recursive: true, force: true });
    } catch {
      // Made a moment ago by another run, or not one of ours.
    }
  }
}
