import { Resolver } from 'node:dns/promises';
import { targetText, TargetRefused } from './permitted-targets';
import { type ProbeContext, ProbeFailed, ProbeImpossible, type ProbeResponse, toSafeText } from './probe-outcome';
import type { ProbeProperties } from './probe-properties';

const TYPES = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'SRV', 'TXT'] as const;
const DNS_PORT = 53;
const MAX_ANSWERS = 100;
const MAX_NAME = 255;

/** Queries a permitted name server, or the resolver of the host for a permitted name. */
export async function probeDns(properties: ProbeProperties, context: ProbeContext): Promise<ProbeResponse> {
  const name = properties.requiredText('name');
  if (name.length > MAX_NAME) throw new ProbeImpossible(`name is longer than ${MAX_NAME} characters`);
  const type = properties.choice('recordType', TYPES);
  const server = properties.text('server')?.trim();
  const expected = properties.text('expected')?.trim();
  const { targets, signal } = context;
  // One retry; the timeout of the probe covers both.
  const resolver = new Resolver({ tries: 2 });
  if (server === undefined) {
    if (!targets.listsName(name)) throw new TargetRefused(`AGENT_PROBE_TARGETS of this host does not list ${name}`);
  } else {
    const port = properties.port(DNS_PORT);
    const [address] = await targets.resolve(server, port);
    resolver.setServers([targetText(address!.address, port)]);
  }
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const records = (await resolver.resolve(name, type)) as unknown[];
    const responses = records.slice(0, MAX_ANSWERS).map(recordText).sort();
    const values = { answers: toSafeText(responses.join(', ')), answerCount: records.length };
    if (expected !== undefined && !responses.includes(expected)) {
      throw new ProbeFailed(`${toSafeText(expected, 100)} is not among the answers`, values);
    }
    return { result: 'resolved', values };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Formats a record as in a zone file. */
function recordText(record: unknown): string {
  if (typeof record === 'string') return record;
  if (Array.isArray(record)) return record.join('');
  const { priority, exchange, weight, port, name } = record as Record<string, string | number | undefined>;
  return exchange === undefined ? `${priority} ${weight} ${port} ${name}` : `${priority} ${exchange}`;
}
