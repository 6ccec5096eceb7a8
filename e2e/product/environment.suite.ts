import fs from 'node:fs';
import { itWhere } from '@wardstone/testing';
import { listSettings } from '@wardstone/config';
import { APP_SETTINGS, type AppName } from '../../apps/launcher/src';
import { databasePid } from '../../tools/chaos/installation';
import type { RunningSystem } from '../../tools/system';

const itWithProc = itWhere(fs.existsSync('/proc/self/environ'), 'there is no /proc');

const OF_MONITORING = {
  SMTP_URL: 'smtp://user:secret-of-mail@127.0.0.1:1',
  SNMP_AUTH_PASSPHRASE: 'secret-of-traps',
  S3_ACCESS_KEY_ID: 'id-of-bucket',
  S3_SECRET_ACCESS_KEY: 'secret-of-bucket',
};
const OF_NOBODY = {
  AWS_ACCESS_KEY_ID: 'id-of-cloud',
  AWS_SECRET_ACCESS_KEY: 'secret-of-cloud',
  GITHUB_TOKEN: 'secret-of-forge',
  PGPASSWORD: 'secret-of-shell',
};
const OF_SYSTEM = /^(PATH|HOME|TZ|LANG|LC_.*|TMPDIR|TMP|TEMP|LD_LIBRARY_PATH|(NODE|SSL|PGSSL|OTEL)_?\w+)$/;
const SECRETS = { ...OF_MONITORING, ...OF_NOBODY };

/** Secrets of the shell that starts the product. */
export function prepareEnvironment(): NodeJS.ProcessEnv {
  return SECRETS;
}

/** Environment of the processes of an installation with an agent, started with these secrets. */
export function describeEnvironment(system: () => RunningSystem): void {
  describe('the environment of each process', () => {
    const getEnvironment = (pid: number): Record<string, string> =>
      Object.fromEntries(
        fs
          .readFileSync(`/proc/${pid}/environ`, 'utf8')
          .split('\0')
          .filter((line) => line !== '')
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      );
    const secretsIn = (environment: Record<string, string>): string[] =>
      Object.entries(SECRETS)
        .filter(([, secret]) => Object.values(environment).includes(secret))
        .map(([name]) => name);

    for (const app of Object.keys(APP_SETTINGS) as AppName[]) {
      itWithProc(`of ${app} holds its settings, and no secret of another`, () => {
        const environment = getEnvironment(system().processId(app));
        expect(secretsIn(environment)).toEqual(app === 'monitoring' ? Object.keys(OF_MONITORING) : []);
        const known = listSettings(APP_SETTINGS[app]).map(({ name }) => name);
        expect(known.filter((name) => name in environment).length).toBeGreaterThan(1);
        const others = Object.keys(environment).filter((name) => !known.includes(name));
        expect(others.filter((name) => !OF_SYSTEM.test(name))).toEqual([]);
      });
    }

    itWithProc('of the database holds none', () => {
      const environment = getEnvironment(databasePid(system()));
      expect(secretsIn(environment)).toEqual([]);
      const settings = Object.values(APP_SETTINGS).flatMap((Shape) => listSettings(Shape).map(({ name }) => name));
      expect(Object.keys(environment).filter((name) => settings.includes(name))).toEqual([]);
    });
  });
}
