import { once } from 'node:events';
import http from 'node:http';
import { Random } from './fuzz/random';
import { countResponse } from './requests/count-response';
import type { RequestSent } from './requests/sender';

export interface Attacks {
  readonly gatewayUrl: string;
  readonly forMs: number;
  /** Values of the Authorization header, with the requests of each account. */
  readonly crowds: readonly { readonly tokens: readonly string[]; readonly requests: readonly RequestSent[] }[];
}

/** Number of responses by status and error type. */
export type AttackCounts = Readonly<Record<string, number>>;

/**
 * The attackers of `npm run chaos -- crowd`, in a separate process, because honest requests are timed at the same time.
 * Receives `Attacks` from its parent and sends `AttackCounts` at the end.
 */
export async function main(): Promise<void> {
  if (!process.send) throw new Error('started by "npm run chaos -- crowd" only');
  process.send('ready');
  const [{ gatewayUrl, forMs, crowds }] = (await once(process, 'message')) as [Attacks];
  const stopAtMs = performance.now() + forMs;
  const agent = new http.Agent({ keepAlive: true });
  const counts: Record<string, number> = {};

  /** Each attacker sends its next request after a response, so that it has one request in flight. */
  async function attack(token: string, requests: readonly RequestSent[], at: number): Promise<void> {
    const random = new Random(at);
    while (performance.now() < stopAtMs) {
      const request = random.pick(requests);
      const path = request.path.replace('{own}', `crowd-agent-${at}`);
      const headers = { ...request.headers, authorization: token };
      const signal = AbortSignal.timeout(Math.max(1, Math.ceil(stopAtMs - performance.now())));
      const { status, errorType } = await countResponse(gatewayUrl, { ...request, path, headers }, { agent, signal });
      const key = `${status} ${errorType}`.trim();
      counts[key] = (counts[key] ?? 0) + 1;
    }
  }

  await Promise.all(crowds.flatMap(({ tokens, requests }) => tokens.map((token, at) => attack(token, requests, at))));
  agent.destroy();
  await new Promise((resolve) => process.send!(counts, resolve));
  process.disconnect();
}
