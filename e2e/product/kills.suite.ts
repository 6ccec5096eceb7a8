import { databasePid } from '../../tools/chaos/installation';
import { waitUntil } from '@wardstone/host';
import { SERVICE_NAMES, type ServiceName } from '../../tools/system';
import type { Installation } from '../installation';

/** Far longer than needed, so that a slow machine does not fail. */
const PATIENCE_MS = 90_000;
const TEST_MS = 3 * PATIENCE_MS;
const SYSTEMS = '/api/compliance/v2/systems';

/** Kills one part after the other, and `npm start` itself. */
export function describeKills(system: Installation): void {
  describe('after kill -9', () => {
    const stored: string[] = [];

    /** Stores a system through the gateway; after its response, the system must never be lost. */
    async function store(id: string): Promise<number> {
      const response = await fetch(`${system().gatewayUrl}${SYSTEMS}/${id}`, {
        method: 'PUT',
        headers: { authorization: system().login, 'content-type': 'application/json' },
        body: JSON.stringify({ display_name: id, os_major_version: 9, os_minor_version: 1 }),
      });
      if (response.status === 201) stored.push(id);
      await response.arrayBuffer();
      return response.status;
    }

    /** Stored systems may be unavailable for a moment (503), but never missing. */
    async function isStored(id: string): Promise<boolean> {
      let status = 503;
      await waitUntil(
        async () => {
          const response = await fetch(`${system().gatewayUrl}${SYSTEMS}/${id}`, {
            headers: { authorization: system().login },
          });
          await response.arrayBuffer();
          status = response.status;
          return status !== 503;
        },
        PATIENCE_MS,
        100,
      );
      return status === 200;
    }

    async function expectNothingLost(): Promise<void> {
      for (const known of stored) expect([known, await isStored(known)]).toEqual([known, true]);
    }

    const respondsAgain = (name: ServiceName): Promise<boolean> =>
      waitUntil(
        async () => (await fetch(`${system().serviceUrl(name)}/readyz`).catch(() => undefined))?.status === 200,
        PATIENCE_MS,
        100,
      );

    const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

    it.each(SERVICE_NAMES.map((name, n) => [name, n] as const))(
      '%s restarts with all stored data',
      async (name, n) => {
        expect(await store(id(n))).toBe(201);
        const killed = system().processId(name);
        process.kill(killed, 'SIGKILL');
        expect(await waitUntil(() => system().processId(name) !== killed, PATIENCE_MS, 100)).toBe(true);
        expect(await respondsAgain(name)).toBe(true);
        await expectNothingLost();
      },
      TEST_MS,
    );

    it(
      'the database server restarts: 503 meanwhile, and nothing is lost',
      async () => {
        expect(await store(id(100))).toBe(201);
        process.kill(databasePid(system()), 'SIGKILL');
        const statuses = new Set<number>();
        const isBack = await waitUntil(
          async () => {
            const response = await fetch(`${system().gatewayUrl}${SYSTEMS}/${id(100)}`, {
              headers: { authorization: system().login },
            });
            await response.arrayBuffer();
            statuses.add(response.status);
            return response.status === 200;
          },
          PATIENCE_MS,
          50,
        );
        expect(isBack).toBe(true);
        expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
        await expectNothingLost();
      },
      TEST_MS,
    );

    it(
      'npm start itself finds the data again',
      async () => {
        await system().kill();
        await system.restart();
        await expectNothingLost();
      },
      TEST_MS,
    );
  });
}
