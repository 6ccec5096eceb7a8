import fs from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { beginBackup, endBackup } from './server.queries';
import { copyServerFiles, copyWriteAheadLog } from './backup/server-files';
import { DATABASE_FOLDER, readPort, readPostmasterFile } from '@wardstone/host';
import { ADMINISTRATOR } from './databases';
import { loadSecrets } from './secrets';
import { SIGNING_KEY_FILE } from './services';

/** Files of an installation besides its databases, without logs and the list of processes. */
const OWN_FILES = ['secrets.json', 'admin-password', path.join('gateway', SIGNING_KEY_FILE)];

export interface BackupFigures {
  files: number;
  bytes: number;
}

/**
 * Copies a running installation to a new folder: the databases, consistent as of the end of the copy, and their
 * secrets. The folder can be used as DATA_DIR. Source: PostgreSQL manual, "Making a base backup using the low level
 * API".
 */
export async function backUp(dataDir: string, target: string): Promise<BackupFigures> {
  if (fs.existsSync(target) && fs.readdirSync(target).length > 0) throw new Error(`${target} is not empty`);
  const server = fs.realpathSync(path.join(dataDir, DATABASE_FOLDER));
  const client = new Client({ connectionString: administratorUrl(dataDir) });
  await client.connect();
  try {
    fs.mkdirSync(target, { recursive: true });
    fs.chmodSync(target, 0o711);
    const copy = path.join(target, DATABASE_FOLDER);
    await beginBackup(client);
    const figures = copyServerFiles(server, copy);
    const labelText = await endBackup(client);
    const label = path.join(copy, 'backup_label');
    fs.writeFileSync(label, labelText, { mode: 0o600 });
    const { uid, gid } = fs.statSync(server);
    fs.chownSync(label, uid, gid);
    const log = copyWriteAheadLog(server, copy);
    for (const name of OWN_FILES) {
      const file = path.join(dataDir, name);
      if (!fs.existsSync(file)) continue;
      fs.mkdirSync(path.dirname(path.join(target, name)), { recursive: true, mode: 0o700 });
      fs.copyFileSync(file, path.join(target, name));
      fs.chmodSync(path.join(target, name), fs.statSync(file).mode & 0o777);
    }
    return { files: figures.files + log.files, bytes: figures.bytes + log.bytes };
  } finally {
    await client.end();
  }
}

export function isDatabaseRunning(dataDir: string): boolean {
  const server = path.join(dataDir, DATABASE_FOLDER);
  return fs.existsSync(server) && readPostmasterFile(fs.realpathSync(server)) !== undefined;
}

/** URL of a database in a running installation, as the superuser of its server. */
export function administratorUrl(dataDir: string, database = 'postgres'): string {
  const port = readPort(path.join(dataDir, DATABASE_FOLDER));
  return `postgres://${ADMINISTRATOR}:${loadSecrets(dataDir).databaseAdminPassword}@127.0.0.1:${port}/${database}`;
}
