import { portObstacle, waitUntil } from '@wardstone/host';
import type { Plan, ServicePlan } from './services';
import { StartError } from './settings';

const RELEASE_TIMEOUT_MS = 2_000;

/** @throws StartError naming the first port that cannot be listened on */
export async function requireFreePorts({ gateway, services }: Plan): Promise<void> {
  for (const service of [gateway, ...services]) {
    let obstacle: string | undefined;
    // The last connections of a killed process may still hold the port.
    await waitUntil(
      async () => {
        obstacle = await portObstacle(service.port, service.env['HOST']);
        return obstacle !== 'EADDRINUSE';
      },
      RELEASE_TIMEOUT_MS,
      100,
    );
    if (obstacle !== undefined) throw new StartError(explain(service, obstacle));
  }
}

function explain({ name, port, env }: ServicePlan, obstacle: string): string {
  if (obstacle === 'EADDRINUSE') {
    return `Port ${port}, needed for ${name}, is in use by another program; set GATEWAY_PORT to use other ports.`;
  }
  if (obstacle === 'EACCES') {
    return `Port ${port}, needed for ${name}, cannot be opened by this user; set GATEWAY_PORT to 1024 or more.`;
  }
  return `Port ${port} of ${env['HOST']}, needed for ${name}, cannot be opened (${obstacle}).`;
}
