import type { RunningSystem, ServiceName } from '../system';
import { processorSeconds, residentMemory, resetPeakMemory } from '../process-usage';
import { Caller } from '../requests/caller';
import { FIXTURES } from './fixtures';
import { CLIENT_LOGIN } from './gateway-fixture';
import { KnownIds } from '../requests/known-ids';
import { type LongBody, longBodies } from './long-bodies';
import { type FuzzOperation, fuzzOperations } from './operations';
import { Random } from './random';
import type { GeneratedRequest } from './request';
import { Sender } from '../requests/sender';
import { TokenLogin } from './token-login';
import { Values } from './values';

/** Maximum processor time of one request. */
export const MAX_SECONDS = 1;
export const MAX_MIB = 150;

/** The highest cost of a request to an operation. */
export interface ListsRow {
  operation: string;
  requests: number;
  /** Number of responses by status. */
  statuses: Record<string, number>;
  /** Maximum processor time of the service in seconds, with the body that caused it. */
  seconds: number;
  slowest: string;
  /** Maximum growth of the service's resident memory in MiB, with the body that caused it. */
  mib: number;
  largest: string;
  faults: string[];
}

interface ListsOptions {
  services: readonly ServiceName[];
  only: string;
  seed: number;
  report?: (line: string) => void;
}

/** Sends bodies with long lists to every operation, one at a time, and measures the service; the worst come first. */
export async function measureLists(system: RunningSystem, options: ListsOptions): Promise<ListsRow[]> {
  const administrator = new TokenLogin(system.gatewayUrl, system.login);
  const caller = new Caller(system.gatewayUrl, administrator.headers);
  const logins = [administrator, new TokenLogin(system.gatewayUrl, CLIENT_LOGIN)];
  const sender = new Sender();
  const rows: ListsRow[] = [];
  try {
    // The fixtures of the gateway create the viewer.
    await FIXTURES.gateway(caller, new KnownIds(), system.dataDir);
    for (const login of logins) await login.renew();
    for (const service of options.services) {
      const known = new KnownIds();
      await FIXTURES[service](caller, known, system.dataDir);
      const random = new Random(options.seed);
      for (const operation of await fuzzOperations(system, service)) {
        const values = new Values(random, operation.components, known);
        const row = emptyRow(`${service} ${operation.method} ${operation.path}`);
        if (!operation.body || !row.operation.includes(options.only)) continue;
        const path = toPath(operation, known);
        for (const body of longBodies(operation, values)) {
          for (const login of logins) {
            await login.renew();
            const send = (): Promise<Measured> =>
              measured(system, service, () => sender.send(system.gatewayUrl, getRequest(operation, path, body, login)));
            await note(row, body, await send(), send);
          }
        }
        rows.push(row);
        options.report?.(formatListLine(row));
      }
    }
  } finally {
    sender.close();
    for (const login of logins) login.close();
  }
  return rows.sort((a, b) => b.seconds - a.seconds || b.mib - a.mib);
}

interface Measured {
  /** Undefined without a response. */
  status?: number;
  seconds: number;
  mib: number;
}

async function measured(
  system: RunningSystem,
  service: ServiceName,
  send: () => Promise<{ status: number }>,
): Promise<Measured> {
  const pid = system.processId(service);
  resetPeakMemory(pid);
  const before = { seconds: processorSeconds(pid), mib: residentMemory(pid).now };
  // A server may close the connection of a client that continues to send a refused body.
  const answer = await send().catch(() => undefined);
  return {
    ...(answer && { status: answer.status }),
    seconds: processorSeconds(pid) - before.seconds,
    mib: residentMemory(pid).peak - before.mib,
  };
}

/** The lower of two measurements counts, because other work of the service hardly recurs. */
async function note(row: ListsRow, { what }: LongBody, first: Measured, again: () => Promise<Measured>): Promise<void> {
  const isMuch = first.seconds > MAX_SECONDS || first.mib > MAX_MIB;
  const second = isMuch ? await again() : first;
  const seconds = Math.min(first.seconds, second.seconds);
  const mib = Math.min(first.mib, second.mib);
  const status = first.status ?? 'no response';
  row.requests++;
  row.statuses[status] = (row.statuses[status] ?? 0) + 1;
  if (seconds > row.seconds) Object.assign(row, { seconds, slowest: what });
  if (mib > row.mib) Object.assign(row, { mib, largest: what });
  if (seconds > MAX_SECONDS) row.faults.push(`${seconds.toFixed(2)} s of processor: ${what}`);
  if (mib > MAX_MIB) row.faults.push(`${mib.toFixed(0)} MiB: ${what}`);
  if (first.status === undefined || first.status >= 500) row.faults.push(`${status}: ${what}`);
}

function emptyRow(operation: string): ListsRow {
  return { operation, requests: 0, statuses: {}, seconds: 0, slowest: '', mib: 0, largest: '', faults: [] };
}

export function formatListLine({ operation, statuses, seconds, slowest, mib, largest }: ListsRow): string {
  const counts = Object.entries(statuses).map(([status, count]) => `${count} x ${status}`);
  const [worst, most] = [`${seconds.toFixed(2)} s (${slowest})`, `${mib.toFixed(0)} MiB (${largest})`];
  return `${worst} | ${most} | ${operation} | ${counts.join(', ')}`;
}

/** Uses existing records, as far as the parameters name their kind. */
function toPath({ path, parameters }: FuzzOperation, known: KnownIds): string {
  const filled = path.replace(/\{[^}]+\}/g, (name) =>
    encodeURIComponent(known.inPath(path, name.slice(1, -1))[0] ?? '1'),
  );
  const query = parameters.find((one) => one.in === 'query' && known.named(one.name) !== undefined);
  return query ? `${filled}?${query.name}=${encodeURIComponent(known.named(query.name)![0]!)}` : filled;
}

function getRequest({ method }: FuzzOperation, path: string, long: LongBody, login: TokenLogin): GeneratedRequest {
  return {
    method,
    path,
    headers: {
      authorization: login.authorization,
      'content-type': long.mediaType,
      accept: '*/*',
      ...(long.isGzip && { 'content-encoding': 'gzip' }),
    },
    body: long.body,
  };
}
