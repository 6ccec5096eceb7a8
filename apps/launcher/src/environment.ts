import { listSettings } from '@wardstone/config';
import { APP_SETTINGS, type AppName } from './app-settings';
import { pick, systemEnvironment } from '@wardstone/host';

/** Variables of Node.js. */
const OF_NODE = /^(NODE_EXTRA_CA_CERTS|NODE_OPTIONS|NODE_COMPILE_CACHE|NODE_V8_COVERAGE|SSL_CERT_FILE|SSL_CERT_DIR)$/;
/** Variables with which the database driver verifies its server. */
const OF_DATABASE = /^(PGSSLMODE|PGSSLROOTCERT)$/;
/** Variables for migrations only. */
const OF_MIGRATIONS = /^METRICS_DISTRIBUTED$/;
/** Settings of the trace exporter, such as headers for the collector. */
const OF_TRACING = /^OTEL_/;

/**
 * Environment of a program: its declared settings, and variables of the system and its libraries. Programs do not get
 * the secrets of others.
 */
export function makeEnvironment(app: AppName, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const settings = new Set(listSettings(APP_SETTINGS[app]).map(({ name }) => name));
  const own = pick(env, (name) => settings.has(name) || (app !== 'agent' && OF_TRACING.test(name)));
  return { ...(app === 'agent' ? nodeEnvironment(env) : databaseEnvironment(env)), ...own };
}

/** Environment of a service's migrations, besides the database's address. */
export function migrationEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...databaseEnvironment(env), ...pick(env, (name) => OF_MIGRATIONS.test(name)) };
}

function databaseEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...nodeEnvironment(env), ...pick(env, (name) => OF_DATABASE.test(name)) };
}

function nodeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...systemEnvironment(env), ...pick(env, (name) => OF_NODE.test(name)) };
}
