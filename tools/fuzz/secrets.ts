import fs from 'node:fs';
import path from 'node:path';
import type { RunningSystem } from '../system';

/** Secrets that an installation must never disclose: the passwords of its administrator and databases. */
export function listSecrets({
  dataDir,
  adminPassword,
  login,
}: Pick<RunningSystem, 'dataDir' | 'adminPassword' | 'login'>): string[] {
  const file = path.join(dataDir, 'secrets.json');
  const passwords = [...fs.readFileSync(file, 'utf8').matchAll(/"([A-Za-z0-9_-]{20,})"/g)].map(([, secret]) => secret!);
  return [adminPassword, login.replace('Basic ', ''), ...passwords];
}
