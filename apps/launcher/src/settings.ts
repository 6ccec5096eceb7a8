import path from 'node:path';

/** A failed start; the message is one sentence for the person at the terminal. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export const DATABASES = ['gateway', 'compliance', 'monitoring', 'error_registry'] as const;
export type DatabaseName = (typeof DATABASES)[number];

/** Settings of `npm start` in the environment. */
export interface StartSettings {
  /** Absolute path. */
  dataDir: string;
  /** Port of the gateway; the services use the next three. */
  gatewayPort: number;
  /** Address on which the gateway listens. The services always listen on 127.0.0.1. */
  gatewayHost: string;
  adminPassword: string | undefined;
  databaseUrls: Partial<Record<DatabaseName, string>>;
  /** Whether the services' log lines go to the terminal instead of DATA_DIR/logs. */
  logsToTerminal: boolean;
  /** Whether an agent reports this machine. */
  runsAgent: boolean;
}

/** Number of services besides the gateway. */
const SERVICES = 3;
const LAST_PORT = 65_535 - SERVICES;

export function databaseVariable(name: DatabaseName): string {
  return `DATABASE_URL_${name.toUpperCase()}`;
}

/** @throws StartError naming the first setting that is wrong */
export function readSettings(env: NodeJS.ProcessEnv, workspace: string): StartSettings {
  const databaseUrls: StartSettings['databaseUrls'] = {};
  for (const name of DATABASES) {
    const url = env[databaseVariable(name)];
    if (!url) continue;
    if (!/^postgres(ql)?:\/\/./.test(url) || !URL.canParse(url)) {
      throw new StartError(`${databaseVariable(name)} must look like postgres://user:password@host:5432/database.`);
    }
    databaseUrls[name] = url;
  }
  return {
    dataDir: path.resolve(workspace, env['DATA_DIR'] || '.data'),
    gatewayPort: readPort(env['GATEWAY_PORT']),
    gatewayHost: env['GATEWAY_HOST'] || '127.0.0.1',
    adminPassword: env['ADMIN_PASSWORD'] || undefined,
    databaseUrls,
    logsToTerminal: env['LOGS'] === 'terminal',
    runsAgent: readSwitch('AGENT', env['AGENT']),
  };
}

function readSwitch(name: string, text: string | undefined): boolean {
  if (text && text !== 'on' && text !== 'off') throw new StartError(`${name} must be on or off.`);
  return text !== 'off';
}

function readPort(text: string | undefined): number {
  if (!text) return 8080;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= LAST_PORT) return port;
  throw new StartError(
    `GATEWAY_PORT must be a number from 1 to ${LAST_PORT}, because the services take the next three.`,
  );
}
