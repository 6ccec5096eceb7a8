import { protobufField } from '@wardstone/testing';
import { compressSync } from 'snappy';
import type { Caller } from '../requests/caller';
import type { KnownIds } from '../requests/known-ids';

const RESOURCES = 2_000;
const TARGETS = 20;
const SERIES_OF_TARGET = 1_000;
const MINUTES = 7 * 24 * 60 - 10;
const MINUTE_MS = 60_000;
const POINTS_AT_ONCE = 5_000;
const AGENT = 'agent';

interface Resource {
  resourceId: number;
  parentId: number | null;
}

/**
 * Creates the data of large responses: 2,000 resources below a platform, one of them with a value a minute for seven days, and 20,000
 * series of remote write; all in a group that viewers see. They come first in `known`.
 *
 * @param agent calls as the account of that name
 */
export async function addDenseData(admin: Caller, agent: Caller, known: KnownIds): Promise<void> {
  await agent.call('PUT', `/rest/agent/${AGENT}`, { version: '2.1', hostname: AGENT });
  const children = Array.from({ length: RESOURCES }, (_none, n) => ({
    key: `/data/${n}`,
    name: `/data/${n}`,
    typeName: 'File System',
    pluginName: 'Platforms',
  }));
  await agent.call('POST', `/rest/agent/${AGENT}/inventory`, {
    reportId: `dense-${Date.now()}`,
    roots: [{ key: AGENT, name: AGENT, typeName: 'Linux', pluginName: 'Platforms', children }],
  });
  const { resources } = await agent.call<{ resources: Resource[] }>('GET', `/rest/agent/${AGENT}/sync`);
  const platform = resources.find(({ parentId }) => parentId === null)!.resourceId;
  await admin.call('PUT', `/rest/resource/${platform}`, { status: 'COMMITTED' });
  for (let n = 0; n < TARGETS; n++) await sendSeries(agent, n);
  const schedules = await admin.call<{ scheduleId: number; definitionId: number; type: string }[]>(
    'GET',
    `/rest/resource/${platform}/schedules?type=metric&enabledOnly=false`,
  );
  const [dense] = schedules.filter(({ type }) => type === 'MEASUREMENT');
  await sendPoints(admin, dense!.scheduleId);
  const group = await admin.call<{ id: number }>('POST', '/rest/group', { name: `dense-${platform}`, recursive: true });
  await admin.call('PUT', `/rest/group/${group.id}/resource/${platform}`);
  await admin.call('PUT', `/rest/group/${group.id}/roles/viewer`);
  const targets = await admin.call<Resource[]>('GET', '/rest/resource?q=dense-target&ps=1000');
  const first = (kind: string, ids: readonly number[], name = kind): void =>
    known.set(kind, [...ids, ...(known.named(name) ?? [])]);
  first('resource', [platform, targets[0]!.resourceId]);
  first('schedule', [dense!.scheduleId, ...schedules.map(({ scheduleId }) => scheduleId)], 'sid');
  first('metric_definition', [dense!.definitionId], 'measurementDefinition');
  first('group', [group.id]);
  known.set('agent', [AGENT, ...known.inPath('/rest/agent/{name}', 'name')]);
}

async function sendPoints(admin: Caller, scheduleId: number): Promise<void> {
  const now = Date.now();
  for (let from = 0; from < MINUTES; from += POINTS_AT_ONCE) {
    const count = Math.min(POINTS_AT_ONCE, MINUTES - from);
    const points = Array.from({ length: count }, (_none, n) => ({
      scheduleId,
      timeStamp: now - (from + n) * MINUTE_MS,
      value: n / 7,
    }));
    await admin.call('POST', '/rest/metric/data/raw', points);
  }
}

async function sendSeries(agent: Caller, target: number): Promise<void> {
  const series = Array.from({ length: SERIES_OF_TARGET }, (_none, n) => {
    const labels = { __name__: `dense_${n % 100}`, instance: `dense-target-${target}:9100`, job: 'dense' };
    return protobufField(0x0a, encodeSample({ ...labels, part: String(n) }, Date.now(), n));
  });
  await agent.call('POST', '/prometheus/api/v1/write', compressSync(Buffer.concat(series)), {
    'content-type': 'application/x-protobuf',
    'content-encoding': 'snappy',
  });
}

/** The fields of a series of remote write 1.0 with one sample. */
export function encodeSample(labels: Readonly<Record<string, string>>, timeMs: number, value: number): Buffer {
  const pairs = Object.entries(labels).map(([name, text]) =>
    protobufField(0x0a, protobufField(0x0a, Buffer.from(name)), protobufField(0x12, Buffer.from(text))),
  );
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([...pairs, protobufField(0x12, [0x09], bytes, [0x10], toVarint(timeMs))]);
}

function toVarint(number: number): number[] {
  const bytes: number[] = [];
  let left = number;
  for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return [...bytes, left];
}
