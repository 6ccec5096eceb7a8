import { findFreePort } from '@wardstone/host';
import { type Bench, type DatabaseAddress, fetchToken, startGateway } from './bench-server';
import type { Target } from './sample';

/** The built service as it runs in production, its background jobs included, and the gateway before it. */
export interface MetricsTargets {
  readonly service: Target;
  readonly gateway: Target;
}

export async function startMetricsTargets(bench: Bench, { url }: DatabaseAddress): Promise<MetricsTargets> {
  const gatewayPort = await findFreePort();
  const service = await bench.start(['dist/monitoring/main.js'], {
    GATEWAY_JWKS_URL: `http://127.0.0.1:${gatewayPort}/auth/jwks.json`,
    DATABASE_URL: url,
    SAMPLE_INVENTORY: 'false',
  });
  const gateway = await startGateway(bench, {
    MONITORING_URL: `http://127.0.0.1:${service.port}`,
    RATE_LIMIT_REQUESTS: '1000000000',
    PORT: String(gatewayPort),
  });
  const headers = await fetchToken(gatewayPort);
  return { service: { ...service, headers }, gateway: { ...gateway, headers } };
}
