import fs from 'node:fs';
import path from 'node:path';

/** What of an installation nobody may ever be told: the passwords of its databases. */
export function secretsOf(dataDir: string): string[] {
  const file = path.join(dataDir, 'secrets.json');
  return [...fs.readFileSync(file, 'utf8').matchAll(/"([A-Za-z0-9_-]{20,})"/g)].map(([, secret]) => secret!);
}
