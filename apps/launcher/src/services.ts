import path from 'node:path';
import type { AppName } from './app-settings';
import { hostUsers } from './host-users';
import { makeDataFolder, ownedFolder, resolveFolder } from './owned-folder';
import type { DatabaseName, StartSettings } from './settings';

export interface ServicePlan {
  name: AppName;
  port: number;
  /** Its database, if it has one. */
  database?: DatabaseName;
  env: Record<string, string>;
}

/** A program without an HTTP interface. */
export interface AgentPlan {
  name: 'agent';
  env: Record<string, string>;
}

export interface Plan {
  gateway: ServicePlan;
  /** In the order of the terminal output. */
  services: ServicePlan[];
  agent: AgentPlan;
}

/** Programs to run, with ports and settings. */
export function planServices(
  { gatewayPort, gatewayHost, dataDir }: StartSettings,
  databaseUrls: Record<DatabaseName, string>,
  env: NodeJS.ProcessEnv,
): Plan {
  const publicUrl = env['PUBLIC_BASE_URL'] || `http://localhost:${gatewayPort}`;
  const addresses = {
    COMPLIANCE_URL: `http://127.0.0.1:${gatewayPort + 1}`,
    MONITORING_URL: `http://127.0.0.1:${gatewayPort + 2}`,
    ERROR_REGISTRY_URL: `http://127.0.0.1:${gatewayPort + 3}`,
  };
  const shared = {
    NODE_ENV: 'production',
    PUBLIC_BASE_URL: publicUrl,
    GATEWAY_JWKS_URL: `http://127.0.0.1:${gatewayPort}/auth/jwks.json`,
  };
  const service = (name: AppName, offset: number, database: DatabaseName): ServicePlan => ({
    name,
    port: gatewayPort + offset,
    database,
    env: {
      ...shared,
      HOST: '127.0.0.1',
      PORT: String(gatewayPort + offset),
      DATABASE_URL: databaseUrls[database],
    },
  });
  const monitoring = service('monitoring', 2, 'monitoring');
  // Whoever starts everything locally wants to see the machine without importing it.
  monitoring.env['AGENTS_IMPORT'] = env['AGENTS_IMPORT'] || 'on';
  monitoring.env['SAMPLE_INVENTORY'] = env['SAMPLE_INVENTORY'] || 'on';
  // Long enough to show a pending request.
  monitoring.env['RESOURCE_CREATION_DELAY_MS'] = env['RESOURCE_CREATION_DELAY_MS'] || '1000';
  return {
    gateway: {
      name: 'gateway',
      port: gatewayPort,
      database: 'gateway',
      env: {
        ...shared,
        ...addresses,
        HOST: gatewayHost,
        PORT: String(gatewayPort),
        DATABASE_URL: databaseUrls.gateway,
        SIGNING_KEY_FILE: signingKeyFile(dataDir),
      },
    },
    services: [service('compliance', 1, 'compliance'), monitoring, service('error-registry', 3, 'error_registry')],
    agent: {
      name: 'agent',
      env: {
        NODE_ENV: 'production',
        WARDSTONE_URL: `http://${toLocalAddress(gatewayHost)}:${gatewayPort}`,
        AGENT_STATE_DIR: agentFolder(dataDir),
        // The first value should not take ten minutes.
        AGENT_IMPORT: env['AGENT_IMPORT'] || 'on',
        AGENT_IMPORT_INTERVAL_SECONDS: env['AGENT_IMPORT_INTERVAL_SECONDS'] || '30',
      },
    },
  };
}

/** Folder of the gateway's signing keys; only the gateway reads it. */
const GATEWAY_FOLDER = 'gateway';
export const SIGNING_KEY_FILE = 'gateway-signing-key.json';

export function gatewayFolder(dataDir: string): string {
  return resolveFolder(path.join(dataDir, GATEWAY_FOLDER));
}

/** Creates the folder of the gateway. */
export function makeGatewayFolder(dataDir: string): void {
  makeDataFolder(dataDir);
  ownedFolder(path.join(dataDir, GATEWAY_FOLDER), hostUsers().services);
}

export function signingKeyFile(dataDir: string): string {
  return path.join(gatewayFolder(dataDir), SIGNING_KEY_FILE);
}

export function adminPasswordFile(dataDir: string): string {
  return path.join(dataDir, 'admin-password');
}

export function agentFolder(dataDir: string): string {
  return resolveFolder(path.join(dataDir, 'agent'));
}

/** Local address of a program that listens on `host`. */
export function toLocalAddress(host = '0.0.0.0'): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
