import { isPortFree } from '../free-port';
import { waitUntil } from '../processes';
import type { Plan } from './services';
import { StartError } from './settings';

const RELEASE_TIMEOUT_MS = 2_000;

/** @throws StartError naming the first port that another program holds */
export async function requireFreePorts({ gateway, services }: Plan): Promise<void> {
  for (const { name, port, env } of [gateway, ...services]) {
    // The last connections of a process that was killed a moment ago may still hold it.
    if (await waitUntil(() => isPortFree(port, env['HOST']), RELEASE_TIMEOUT_MS, 100)) continue;
    throw new StartError(
      `Port ${port}, needed for ${name}, is in use by another program; set GATEWAY_PORT to use other ports.`,
    );
  }
}
