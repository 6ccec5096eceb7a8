import type { CallerIdentity } from '@wardstone/auth';
import type { IncomingSeries, IntakeOutcome } from '@wardstone/series-formats';
import { givenGroup, givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { eventually } from '@wardstone/testing';
import { ReceivedJobs } from '../received-jobs.service';
import { TARGET_LOCK } from '../received-target.queries';
import { SeriesIntake } from '../series-intake.service';
import { givenCaller } from './callers';
import './target-availability.suite';

const DAY = 86_400_000;

/** A writer that is not an agent, with the visibility of the role viewer. */
const writer = (username: string): CallerIdentity => ({
  ...givenCaller(username, 'viewer'),
  permissions: ['SUBMIT_METRICS'],
});

const operator = givenCaller('operates', 'operator');

describe('the intake of series', () => {
  const api = useMonitoring(() => ({ RECEIVED_SERIES: '30', RECEIVED_NEW_SERIES: '20' }));
  const intake = (): SeriesIntake => api.service.app.get(SeriesIntake, { strict: false });
  let second = 0;

  const aSeries = (labels: Record<string, string>, over: Partial<IncomingSeries> = {}): IncomingSeries => ({
    key: JSON.stringify(labels),
    labels: () => Object.entries(labels),
    times: [api.clock.now()],
    values: [1],
    ...over,
  });
  const store = (caller: CallerIdentity, ...series: IncomingSeries[]): Promise<IntakeOutcome> =>
    intake().store(caller, 'Prometheus Target', series);
  const rows = <T extends object>(sql: string): Promise<T[]> => api.database.query<T>(sql);
  const targets = () =>
    rows<{ name: string; parent: string; type: string }>(
      `SELECT r.name, p.name AS parent, t.name AS type FROM resource r
         JOIN resource p ON p.id = r.parent_id JOIN resource_type t ON t.id = r.resource_type_id
        WHERE r.inventory_status = 'COMMITTED' AND t.name IN ('Prometheus Target', 'OpenTelemetry Service') ORDER BY r.name`,
    );
  const linux = async (name: string): Promise<{ id: number }> => {
    const [type] = await rows<{ id: number }>(`SELECT t.id FROM resource_type t WHERE t.name = 'Linux'`);
    return givenResource(api.database, { name, type: type! });
  };
  const getSchedule = async (labels: Record<string, string>): Promise<number> => {
    const [row] = await api.database.query<{ id: number }>(
      `SELECT s.schedule_id AS id FROM received_series s WHERE s.labels = $1::jsonb`,
      [JSON.stringify(labels)],
    );
    return row!.id;
  };

  beforeEach(async () => {
    // A minute of its own for each.
    api.clock.set(Date.UTC(2026, 0, 15, 12) + 120_000 * ++second);
    await api.database.query(`UPDATE received_series SET seen_day = 0`);
    await api.service.app.get(ReceivedJobs, { strict: false }).forget({ signal: new AbortController().signal });
  });

  it('creates a target below its platform and a metric for each set of labels, and stores values', async () => {
    await linux('web-1.example.test');
    const cpu = { __name__: 'node_cpu_seconds_total', job: 'node', instance: 'web-1:9100', cpu: '0', mode: 'idle' };
    const load = { __name__: 'node_load1', job: 'node', instance: 'web-1:9100' };
    const now = api.clock.now();
    const two = { times: [now - 2000, now - 1000], values: [1, 2] };
    expect(await store(operator, aSeries(cpu, two), aSeries(load), aSeries(load, { values: [NaN] }))).toEqual({
      stored: 4,
      storedHistograms: 0,
      refusals: [],
    });
    expect(await targets()).toEqual([
      { name: 'node web-1:9100', parent: 'web-1.example.test', type: 'Prometheus Target' },
    ]);
    const id = await getSchedule(cpu);
    const { body: schedule } = await api.get(`/rest/metric/schedule/${id}`).expect(200);
    expect(schedule).toMatchObject({
      scheduleName: 'node_cpu_seconds_total{cpu="0",mode="idle"}',
      unit: 's',
      enabled: true,
    });
    const { body: values } = await api.get(`/rest/metric/data/${id}/raw`).expect(200);
    expect(values).toEqual([
      expect.objectContaining({ timeStamp: now - 2000, value: 1 }),
      expect.objectContaining({ timeStamp: now - 1000, value: 2 }),
    ]);
    // The same request again, like a sender without a response.
    expect((await store(operator, aSeries(cpu, two), aSeries(load))).stored).toBe(3);
    expect((await api.get(`/rest/metric/data/${id}/raw`).expect(200)).body).toHaveLength(2);
  });

  it('puts targets of machines that are not in inventory below a platform of the account', async () => {
    await store(
      writer('ships'),
      aSeries({ __name__: 'up', job: 'b', instance: '10.0.0.5:9100' }),
      aSeries({ __name__: 'up', job: 'a' }),
      aSeries({ __name__: 'up' }),
    );
    expect((await targets()).map(({ name, parent }) => `${parent}: ${name}`)).toEqual([
      'ships: a',
      'ships: b 10.0.0.5:9100',
      'ships: unnamed',
    ]);
    await api.get('/rest/resource?q=ships').expect(200);
  });

  it('creates a target only below platforms that its account sees', async () => {
    const seen = await linux('seen-1');
    await linux('hidden-1');
    await givenGroup(api.database, { members: [seen], roles: ['viewer'] });
    await store(
      writer('peers'),
      ...['seen-1', 'hidden-1'].map((host) => aSeries({ __name__: 'up', job: 'n', instance: `${host}:9100` })),
    );
    expect((await targets()).map(({ name, parent }) => `${parent}: ${name}`)).toEqual([
      'peers: n hidden-1:9100',
      'seen-1: n seen-1:9100',
    ]);
  });

  it('lets only holders of MANAGE_INVENTORY write to targets of another account', async () => {
    const up = { __name__: 'up', job: 'owned', instance: 'db:1' };
    await store(writer('first'), aSeries(up));
    const stolen = await store(
      writer('thief'),
      aSeries(up),
      aSeries({ ...up, __name__: 'planted' }),
      aSeries({ ...up, job: 'own' }),
    );
    expect(stolen).toMatchObject({ stored: 1, refusals: [{ reason: 'forbidden', label: 'instance', samples: 2 }] });
    expect((await store(operator, aSeries(up))).refusals).toEqual([]);
    // Refused even if the process has the series in memory.
    expect((await store(writer('thief'), aSeries(up))).stored).toBe(0);
    expect((await store(writer('first'), aSeries(up))).stored).toBe(1);
  });

  it("keeps an agent's series apart from all others", async () => {
    const up = { __name__: 'up', job: 'node', instance: 'shared:9100' };
    await store(writer('before'), aSeries(up));
    const [one, other] = [givenCaller('one', 'agent'), givenCaller('other', 'agent')];
    expect((await store(one, aSeries(up))).stored).toBe(1);
    expect((await store(other, aSeries(up))).stored).toBe(1);
    await getSchedule({ ...up, wardstone_agent: 'one' });
    await getSchedule({ ...up, wardstone_agent: 'other' });
    const spoofed = aSeries({ ...up, wardstone_agent: 'one' });
    for (const caller of [other, writer('before'), operator]) {
      expect(await store(caller, spoofed)).toMatchObject({ stored: 0, refusals: [{ label: 'wardstone_agent' }] });
    }
    expect((await store(one, spoofed)).stored).toBe(1);
  });

  it.each([
    ['no name', { job: 'x' }, 'no_name', '__name__'],
    ['a zero in a name', { __name__: 'a\0' }, 'invalid_label', '__name__'],
    ['a label without a name', { __name__: 'a', '': '1' }, 'invalid_label', ''],
    ['a zero', { __name__: 'a', b: '\0' }, 'invalid_label', 'b'],
    ['a long value', { __name__: 'a', b: 'x'.repeat(1_000_000) }, 'labels_too_long', 'b'],
    ['a long job', { __name__: 'a', job: 'x'.repeat(201) }, 'labels_too_long', 'job'],
    [
      'many labels',
      { __name__: 'a', ...Object.fromEntries(Array.from({ length: 64 }, (_, i) => [`l${i}`, '1'])) },
      'too_many_labels',
      'l63',
    ],
  ])('refuses %s alone, and names the label', async (_what, labels, reason, label) => {
    const fine = aSeries({ __name__: 'fine', job: 'n' });
    expect(await store(operator, aSeries(labels), fine)).toMatchObject({
      stored: 1,
      refusals: [{ reason, label, samples: 1 }],
    });
  });

  it('refuses duplicate labels, and times far in the past or future', async () => {
    const twice = aSeries(
      {},
      {
        key: 'twice',
        labels: () => [
          ['__name__', 'a'],
          ['b', '1'],
          ['b', '2'],
        ],
      },
    );
    const now = api.clock.now();
    const times = aSeries({ __name__: 'a' }, { times: [0, now, Date.UTC(2100, 0)], values: [1, 2, 3] });
    expect(await store(operator, twice, times)).toMatchObject({
      stored: 1,
      refusals: [
        { reason: 'duplicate_label', label: 'b', samples: 1 },
        { reason: 'too_old', samples: 1 },
        { reason: 'too_new', samples: 1 },
      ],
    });
  });

  it('limits new series per minute and series in total, and names the label that causes them', async () => {
    const ships = writer('explodes');
    const known = aSeries({ __name__: 'known', job: 'n' });
    await store(ships, known);
    const bomb = (from: number) =>
      Array.from({ length: 40 }, (_, i) => aSeries({ __name__: 'hits', job: 'n', path: `/${from + i}` }));
    expect(await store(ships, ...bomb(0), known)).toMatchObject({
      stored: 20,
      refusals: [{ reason: 'too_many_new_series', label: 'path', samples: 21 }],
    });
    api.clock.set(api.clock.now() + 60_000);
    expect(await store(ships, ...bomb(100), known)).toMatchObject({
      stored: 11,
      refusals: [{ reason: 'too_many_series', label: 'path', samples: 30 }],
    });
    expect((await store(writer('calm'), aSeries({ __name__: 'other', job: 'm' }))).stored).toBe(1);
  });

  it('postpones new series while others create theirs, and stores known ones', async () => {
    const known = aSeries({ __name__: 'known', job: 'postponed' });
    await store(writer('steady'), known);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const locked = api.database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [TARGET_LOCK]);
      await held;
    });
    const slow = ['first', 'second'].map((name) => store(writer(name), aSeries({ __name__: 'new', job: name })));
    await eventually('both wait for the lock', async () => {
      const [row] = await rows<{ count: number }>(
        `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
      );
      return row!.count === 2;
    });
    await expect(store(writer('third'), aSeries({ __name__: 'new', job: 'third' }))).rejects.toMatchObject({
      kind: { type: 'service_unavailable' },
      headers: { 'Retry-After': expect.any(String) as string },
    });
    expect((await store(writer('steady'), known)).stored).toBe(1);
    release();
    await locked;
    expect((await Promise.all(slow)).map(({ stored }) => stored)).toEqual([1, 1]);
  });

  it('creates each series once, however many requests send it first', async () => {
    const series = Array.from({ length: 15 }, (_, i) => aSeries({ __name__: 'race', job: 'n', i: String(i) }));
    const outcomes = await Promise.all(
      [operator, operator, givenCaller('second', 'operator')].map((one) => store(one, ...series)),
    );
    expect(outcomes.map(({ stored }) => stored)).toEqual([15, 15, 15]);
    const [{ count }] = (await rows<{ count: number }>(
      `SELECT count(*)::integer AS count FROM received_series s WHERE s.name = 'race'`,
    )) as [{ count: number }];
    expect(count).toBe(15);
  });

  it('creates a removed target again, and drops series that are no longer sent', async () => {
    const up = { __name__: 'up', job: 'goes', instance: 'x' };
    await store(operator, aSeries(up));
    const id = await getSchedule(up);
    const [resource] = await rows<{ id: number }>(`SELECT r.id FROM resource r WHERE r.name = 'goes x'`);
    await api.delete(`/rest/resource/${resource!.id}`).expect(204);
    api.clock.set(api.clock.now() + 10_000);
    await store(operator, aSeries(up));
    expect(await getSchedule(up)).not.toBe(id);
    await store(operator, aSeries({ __name__: 'rare', job: 'rare' }));
    api.clock.set(api.clock.now() + 20 * DAY);
    await store(operator, aSeries(up));
    api.clock.set(api.clock.now() + 20 * DAY);
    await api.service.app.get(ReceivedJobs, { strict: false }).forget({ signal: new AbortController().signal });
    expect((await targets()).map(({ name }) => name)).toEqual(['goes x']);
    expect(await rows(`SELECT 1 FROM metric_definition d WHERE d.name = 'rare'`)).toEqual([]);
  });

  it('stores metric descriptions, sent before or after samples, of the first account', async () => {
    const describeJobs = (kind: 'counter' | 'gauge', help: string) =>
      new Map([['jobs', { kind, help, unit: 'bytes' }]]);
    const read = (): Promise<object[]> =>
      rows(`SELECT d.numeric_type, d.description, d.unit FROM metric_definition d WHERE d.name = 'jobs{a="1"}'`);
    await intake().describe(operator, describeJobs('counter', 'first'));
    await store(operator, aSeries({ __name__: 'jobs', job: 'n', a: '1' }));
    expect(await read()).toEqual([{ numeric_type: 'TRENDSUP', description: 'first', unit: 'BYTES' }]);
    await intake().describe(writer('other'), describeJobs('gauge', 'forged'));
    expect(await read()).toMatchObject([{ description: 'first' }]);
    await intake().describe(operator, describeJobs('gauge', 'second'));
    expect(await read()).toEqual([{ numeric_type: 'DYNAMIC', description: 'second', unit: 'BYTES' }]);
  });

  it('lets holders of MANAGE_INVENTORY correct the description of a metric permanently', async () => {
    const describeSquatted = (help: string) => new Map([['squatted', { kind: 'gauge' as const, help, unit: '' }]]);
    const read = (): Promise<object[]> => rows(`SELECT m.help FROM received_metric m WHERE m.name = 'squatted'`);
    const agent = givenCaller('squatter', 'agent');
    await intake().describe(agent, describeSquatted('wrong'));
    await intake().describe(givenCaller('corrects', 'admin'), describeSquatted('right'));
    expect(await read()).toEqual([{ help: 'right' }]);
    await intake().describe(agent, describeSquatted('wrong again'));
    expect(await read()).toEqual([{ help: 'right' }]);
  });

  it('cuts a long description between characters', async () => {
    const help = `${'x'.repeat(998)}🔥🔥`;
    await intake().describe(operator, new Map([['long', { kind: 'gauge', help, unit: '' }]]));
    expect(await rows(`SELECT m.help FROM received_metric m WHERE m.name = 'long'`)).toEqual([
      { help: `${'x'.repeat(998)}…` },
    ]);
  });

  it('keeps descriptions of no more metrics of an account than it may have series, also of concurrent ones', async () => {
    const describeMany = (from: number, count: number) =>
      new Map(
        Array.from({ length: count }, (_, n) => [`many_${from + n}`, { kind: 'gauge' as const, help: 'x', unit: '' }]),
      );
    const agent = givenCaller('talks', 'agent');
    await intake().describe(agent, describeMany(0, 20));
    await intake().describe(agent, describeMany(10, 40));
    await intake().describe(agent, new Map([['many_1', { kind: 'gauge', help: 'changed', unit: '' }]]));
    expect(
      await rows(
        `SELECT count(*)::integer AS count, max(m.help) FILTER (WHERE m.name = 'many_1') AS help
           FROM received_metric m WHERE m.owner_subject = 'test|talks'`,
      ),
    ).toEqual([{ count: 30, help: 'changed' }]);
  });

  it('keeps its metrics when the plugins of the product are registered again, and gives them to no other target', async () => {
    await store(operator, aSeries({ __name__: 'stays', job: 'n', instance: 'a' }));
    await api.database.query(`UPDATE plugin SET md5 = '' WHERE name = 'Received Series'`);
    await api.post('/rest/plugins/scan').send({});
    expect(await rows(`SELECT 1 FROM metric_definition d WHERE d.name = 'stays'`)).toHaveLength(1);
    await store(operator, aSeries({ __name__: 'up', job: 'n', instance: 'b' }));
    const [{ count }] = (await rows<{ count: number }>(
      `SELECT count(*)::integer AS count FROM metric_schedule s JOIN resource r ON r.id = s.resource_id
         JOIN metric_definition d ON d.id = s.metric_definition_id
        WHERE r.name = 'n b' AND d.data_type = 'MEASUREMENT'`,
    )) as [{ count: number }];
    expect(count).toBe(1);
  });
});
