import { setTimeout as sleep } from 'node:timers/promises';
import { untilServed, withInstallation } from '../installation';
import type { Scenario } from '../scenario';
import { checkRecovered } from '../verdicts';

const TIMEOUT_MS = 2_000;
const HUNG = 300;

export const hangingUpstream: Scenario = {
  name: 'hanging-upstream',
  title: 'A service hangs (SIGSTOP) while others are used',
  run: () =>
    withInstallation(
      async (system, login) => {
        const ask = async (path: string): Promise<{ status: number; ms: number; retryAfter: string | null }> => {
          const startedAt = performance.now();
          const response = await fetch(system.gatewayUrl + path, { headers: { authorization: login } });
          await response.arrayBuffer();
          const retryAfter = response.headers.get('retry-after');
          return { status: response.status, ms: performance.now() - startedAt, retryAfter };
        };
        const pid = system.processId('compliance');
        await ask('/api/compliance/v2/systems?limit=1');
        process.kill(pid, 'SIGSTOP');
        try {
          const hanging = Promise.all(Array.from({ length: HUNG }, () => ask('/api/compliance/v2/systems?limit=1')));
          await sleep(200);
          const others = [];
          for (let n = 0; n < 100; n++) others.push(await ask('/api/v1/error/not_found'));
          const hung = await hanging;
          const wrong = hung.filter(({ status }) => status !== 504 && status !== 503);
          const slowestMs = Math.max(...hung.map(({ ms }) => ms));
          process.kill(pid, 'SIGCONT');
          const backAfterMs = await untilServed(`${system.gatewayUrl}/api/compliance/v2/systems?limit=1`, login);
          return [
            {
              promise: `Requests to the hanging service end with 504 after about UPSTREAM_TIMEOUT_MS (${TIMEOUT_MS})`,
              held: wrong.length === 0 && slowestMs < TIMEOUT_MS + 8_000,
              figures: `${HUNG} requests, ${wrong.length} otherwise, the last after ${(slowestMs / 1000).toFixed(1)} s`,
            },
            {
              promise: 'Other services keep responding',
              held: others.every(({ status }) => status === 200),
              figures: `100 requests, slowest ${Math.max(...others.map(({ ms }) => ms)).toFixed(0)} ms`,
            },
            checkRecovered(backAfterMs),
          ];
        } finally {
          process.kill(pid, 'SIGCONT');
        }
      },
      { env: { UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS) } },
    ),
};
