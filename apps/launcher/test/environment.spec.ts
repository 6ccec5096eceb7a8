import { APP_SETTINGS, type AppName } from '../src/app-settings';
import { makeEnvironment, migrationEnvironment } from '../src/environment';
import { systemEnvironment } from '@wardstone/host';

const OF_MONITORING = {
  SMTP_URL: 'smtp://user:password@mail',
  SNMP_AUTH_PASSPHRASE: 'passphrase',
  SNMP_COMMUNITY: 'community',
  S3_SECRET_ACCESS_KEY: 'key of the bucket',
};
const OF_MIGRATIONS = { METRICS_DISTRIBUTED: 'citus' };
const OF_NOBODY = {
  ADMIN_PASSWORD: 'password',
  DATABASE_URL_MONITORING: 'postgres://role:password@host/database',
  AWS_SECRET_ACCESS_KEY: 'key of the shell',
  GITHUB_TOKEN: 'token of the shell',
  PGPASSWORD: 'password of the shell',
  HTTPS_PROXY: 'http://user:password@proxy',
  npm_config__auth: 'token of npm',
  WARDSTONE_PASSWORD: 'password of a tool',
};
const OF_SYSTEM = { PATH: '/bin', HOME: '/home/me', TZ: 'UTC', LC_ALL: 'C' };
const OF_NODE = { NODE_EXTRA_CA_CERTS: '/ca.crt' };
const OF_SERVICES = { OIDC_ISSUER: 'https://issuer', OTEL_EXPORTER_OTLP_HEADERS: 'key=1', PGSSLMODE: 'verify-full' };
const OF_GATEWAY = { OIDC_CLIENT_SECRET: 'secret of the client', SIGNING_KEY_FILE: '/key' };
const OF_AGENT = { AGENT_TOKEN: 'token', AGENT_NAME: 'web-1' };
const OF_ALL = { LOG_LEVEL: 'debug' };

const ENVIRONMENT = {
  ...OF_MONITORING,
  ...OF_MIGRATIONS,
  ...OF_NOBODY,
  ...OF_SYSTEM,
  ...OF_NODE,
  ...OF_SERVICES,
  ...OF_GATEWAY,
  ...OF_AGENT,
  ...OF_ALL,
};

describe('the environment that npm start passes on', () => {
  it.each<[AppName, NodeJS.ProcessEnv]>([
    ['gateway', { ...OF_SERVICES, ...OF_GATEWAY }],
    ['compliance', OF_SERVICES],
    ['monitoring', { ...OF_SERVICES, ...OF_MONITORING, ...OF_MIGRATIONS }],
    ['error-registry', OF_SERVICES],
    ['agent', OF_AGENT],
  ])('contains only variables that %s reads', (app, own) => {
    expect(makeEnvironment(app, ENVIRONMENT)).toEqual({ ...OF_SYSTEM, ...OF_NODE, ...OF_ALL, ...own });
  });

  it('covers every program that runs', () => {
    expect(Object.keys(APP_SETTINGS).sort()).toEqual([
      'agent',
      'compliance',
      'error-registry',
      'gateway',
      'monitoring',
    ]);
  });

  it('contains for migrations only what they read, and no setting for the database', () => {
    const read = { ...OF_SYSTEM, ...OF_NODE, ...OF_MIGRATIONS, PGSSLMODE: 'verify-full' };
    expect(migrationEnvironment(ENVIRONMENT)).toEqual(read);
    expect(systemEnvironment(ENVIRONMENT)).toEqual(OF_SYSTEM);
  });

  it('accepts names in the spelling of the system', () => {
    expect(systemEnvironment({ Path: 'C:\\bin', SystemRoot: 'C:\\Windows' })).toEqual({
      Path: 'C:\\bin',
      SystemRoot: 'C:\\Windows',
    });
  });
});
