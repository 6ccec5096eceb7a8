import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Session } from '../../apps/cli/src';

/** A connection was refused, or closed before a response arrived. */
export const NO_RESPONSE = 'no response';
export type Status = number | typeof NO_RESPONSE;

interface Machine {
  platformId: number;
  scheduleIds: readonly number[];
}

interface Seen {
  /** Receives the duration of each page in ms. */
  pages: number[];
  /** Called for each response without content. */
  refuse: (status: Status) => void;
}

const EVERY_MS = 1_000;

/** A person looks at one machine after the other: what a page requests at once, until its last response. */
export async function openPages(
  { url, authorization }: Session,
  machines: readonly Machine[],
  stop: AbortSignal,
  { pages, refuse }: Seen,
): Promise<void> {
  const read = async (target: string): Promise<Status> => {
    try {
      const response = await request(`${url}/rest/${target}`, {
        headers: { accept: 'application/json', authorization },
      });
      await response.body.dump();
      return response.statusCode;
    } catch {
      return NO_RESPONSE;
    }
  };
  for (let n = 0; !stop.aborted; n++) {
    const { platformId, scheduleIds } = machines[n % machines.length]!;
    const startedAt = performance.now();
    const statuses = await Promise.all([
      read(`resource/${platformId}`),
      read(`resource/${platformId}/children`),
      read(`alert?resourceId=${platformId}`),
      read(`metric/data/${scheduleIds[0]}`),
      read('resource?ps=20'),
    ]);
    pages.push(performance.now() - startedAt);
    statuses.filter((status) => status !== 200).forEach(refuse);
    await sleep(EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}
