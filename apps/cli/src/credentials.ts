import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CommandError } from './command-error';

/** Stored login: a token, never the password. */
export interface Credential {
  url: string;
  username: string;
  token: string;
  /** Id of a token that the login created, which `wardstone logout` revokes. */
  tokenId?: string;
}

/** XDG base directory specification. */
export function credentialFile(env: NodeJS.ProcessEnv = process.env): string {
  const configuration = env['XDG_CONFIG_HOME'] || path.join(os.homedir(), '.config');
  return path.join(configuration, 'wardstone', 'credential.json');
}

/** @throws CommandError for a file that others may read, or that is not ours */
export function readCredential(env: NodeJS.ProcessEnv = process.env): Credential | undefined {
  const file = credentialFile(env);
  let stats: fs.Stats;
  try {
    stats = fs.statSync(file);
  } catch {
    return undefined;
  }
  if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
    throw new CommandError(`Other users can read ${file}: run "wardstone logout" and log in again.`);
  try {
    const credential = JSON.parse(fs.readFileSync(file, 'utf8')) as Credential;
    if (typeof credential.url === 'string' && typeof credential.token === 'string') return credential;
  } catch {
    // Reported below.
  }
  throw new CommandError(`${file} holds no login: remove it and log in again.`);
}

/** Written atomically, and never readable for others. */
export function keepCredential(credential: Credential, env: NodeJS.ProcessEnv = process.env): void {
  const file = credentialFile(env);
  const aside = `${file}.${process.pid}`;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.rmSync(aside, { force: true });
  fs.writeFileSync(aside, `${JSON.stringify(credential, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  fs.renameSync(aside, file);
}

export function forgetCredential(env: NodeJS.ProcessEnv = process.env): void {
  fs.rmSync(credentialFile(env), { force: true });
}
