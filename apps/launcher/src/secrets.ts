import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { DATABASES, type DatabaseName, StartError } from './settings';

export interface Secrets {
  databaseAdminPassword: string;
  databasePasswords: Record<DatabaseName, string>;
}

/** The secrets of this installation, generated at the first start. The gateway generates its own signing key. */
export function loadSecrets(dataDir: string): Secrets {
  const file = path.join(dataDir, 'secrets.json');
  if (!fs.existsSync(file)) {
    if (fs.existsSync(path.join(dataDir, 'postgres'))) {
      throw new StartError(`${file} is missing, and the database beside it cannot be opened without it: restore it.`);
    }
    writeSecretFile(file, `${JSON.stringify(makeUpPasswords(), null, 2)}\n`);
  }
  const known = JSON.parse(fs.readFileSync(file, 'utf8')) as Secrets;
  if (DATABASES.every((name) => known.databasePasswords[name] !== undefined)) return known;
  // Written by an earlier release with fewer databases.
  const { databasePasswords } = makeUpPasswords();
  const complete = { ...known, databasePasswords: { ...databasePasswords, ...known.databasePasswords } };
  writeSecretFile(file, `${JSON.stringify(complete, null, 2)}\n`);
  return complete;
}

/** Readable only by the owner, and written atomically. */
export function writeSecretFile(file: string, text: string): void {
  const partial = `${file}.${process.pid}`;
  fs.rmSync(partial, { force: true });
  fs.writeFileSync(partial, text, { mode: 0o600, flush: true });
  fs.renameSync(partial, file);
}

function makeUpPasswords(): Secrets {
  return {
    databaseAdminPassword: randomBytes(24).toString('base64url'),
    databasePasswords: Object.fromEntries(
      DATABASES.map((name) => [name, randomBytes(24).toString('base64url')]),
    ) as Record<DatabaseName, string>,
  };
}
