import path from 'node:path';
import type { PostgresServer } from '../tools/postgres/postgres-server';
import { type DatabaseAddress, fetchToken, makeGatewayDatabase } from './bench-server';
import { freePort, startListener } from './measuring';
import type { Target } from './sample';

/** The built service as it runs in production, its background jobs included, and the gateway before it. */
export interface MetricsTargets {
  readonly service: Target;
  readonly gateway: Target;
  stop(): void;
}

export async function startMetricsTargets(
  server: PostgresServer,
  { url }: DatabaseAddress,
  folder: string,
): Promise<MetricsTargets> {
  const gatewayPort = await freePort();
  const identity = { GATEWAY_JWKS_URL: `http://127.0.0.1:${gatewayPort}/auth/jwks.json` };
  const service = await startListener(['dist/monitoring/main.js'], {
    ...identity,
    DATABASE_URL: url,
    SAMPLE_INVENTORY: 'false',
  });
  const gateway = await startListener(['dist/gateway/main.js'], {
    DATABASE_URL: await makeGatewayDatabase(server),
    SIGNING_KEY_FILE: path.join(folder, 'key.json'),
    MONITORING_URL: `http://127.0.0.1:${service.port}`,
    RATE_LIMIT_REQUESTS: '1000000000',
    PORT: String(gatewayPort),
  });
  const headers = await fetchToken(gatewayPort);
  return {
    service: { ...service, headers },
    gateway: { ...gateway, headers },
    stop: () => [gateway, service].forEach(({ process: child }) => child.kill('SIGTERM')),
  };
}
