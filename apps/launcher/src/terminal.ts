import path from 'node:path';
import type { AdministratorLogin } from './administrator';
import type { StartSettings } from './settings';

type ReadySettings = Pick<StartSettings, 'dataDir' | 'runsAgent'>;

/** Output of `npm start`. */
export class Terminal {
  private readonly startedAt = performance.now();

  constructor(
    private readonly write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
    private readonly now: () => Date = () => new Date(),
  ) {}

  /** Prints a step of starting or stopping. */
  step(text: string): void {
    this.write(`  ${text} ...`);
  }

  /** Prints the end of a step. */
  done(text: string): void {
    this.write(`  ${text}.`);
  }

  /** Prints an event while everything is running. */
  event(sentence: string): void {
    this.write(`${this.now().toISOString()}  ${sentence}`);
  }

  ready(baseUrl: string, { dataDir, runsAgent }: ReadySettings, login: AdministratorLogin): void {
    const seconds = ((performance.now() - this.startedAt) / 1000).toFixed(1);
    const shown = (file: string) => path.relative(process.cwd(), file) || '.';
    this.write(`
  Wardstone is ready after ${seconds} s.

    Console      ${baseUrl}/console/
    Gateway      ${baseUrl}
    Swagger UI   ${baseUrl}/docs
    Login        ${describeLogin(login, shown)}
    Machine      ${runsAgent ? `${baseUrl}/rest/resource/platforms  (in a minute)` : 'not reported (AGENT=off)'}
    Data         ${shown(dataDir)}  (logs in ${shown(path.join(dataDir, 'logs'))})

  Ctrl-C stops everything; the next start finds the data again.
`);
  }
}

function describeLogin(
  { username, newPassword, passwordFile }: AdministratorLogin,
  shown: (file: string) => string,
): string {
  if (newPassword && passwordFile) return `${username} / ${newPassword}  (kept in ${shown(passwordFile)})`;
  if (passwordFile) return `${username}, password in ${shown(passwordFile)}`;
  return `${username}, with the password from ADMIN_PASSWORD`;
}
