import { givenSchedule } from '../../metrics/test/given-metrics';
import { MINUTE, NOW, aFind, useAgents } from './use-agents';

const DAY = 24 * 60 * MINUTE;
const AHEAD = NOW + 10 * MINUTE + 1;
const NO_ID = [undefined, null, 0, -1, 1.5, 2 ** 31, '7', true, {}];
const NO_TIME = [null, -1, 1.5, 2 ** 53, '7', {}];
const NO_TEXT = [undefined, null, 7, true, ['x'], {}];
const NO_OBJECT = [null, 7, 'x', true, []];

/** Wrong items of a list, each with the reason in the response. */
type Wrong = readonly (readonly [item: unknown, reason: string])[];

describe('reports of agents that are refused', () => {
  const { api, name, path, login, report, discover, sync, givenMachine } = useAgents();

  const getRefusal = async (kind: string, body: object) => {
    const response = await report(kind, body);
    return [response.status, (response.body as { message: string }).message];
  };
  const expectReasons = async (kind: string, list: string, wrong: Wrong) => {
    const { body } = await report(kind, { [list]: wrong.map(([item]) => item) }).expect(200);
    expect(body).toMatchObject({
      accepted: 0,
      rejected: wrong.map(([, reason], index) => ({ index, reason })),
    });
  };
  const all = (values: readonly unknown[], toItem: (value: unknown) => unknown, reason: string): Wrong =>
    values.map((value) => [toItem(value), reason]);
  const getSchedule = async (metric: string): Promise<number> =>
    (await sync()).schedules.find((schedule) => schedule.name === metric)!.scheduleId;

  it.each([
    ['inventory', { roots: 7 }, 406, 'Field roots must be a list'],
    ['imports', { resourceIds: {} }, 406, 'Field resourceIds must be a list'],
    ['imports', { resourceIds: 'x', collectionInterval: 1 }, 406, 'Field resourceIds must be a list'],
    ...[1, '30000', 30_000.5, 2 ** 31, true].map(
      (collectionInterval) =>
        [
          'imports',
          { collectionInterval },
          406,
          'Field collectionInterval must be a number of ms, at least 30000',
        ] as const,
    ),
    [
      'imports',
      { resourceIds: Array(10_001).fill(1), collectionInterval: 1 },
      413,
      'The report has 10001 items; at most 10000 are allowed',
    ],
    ['measurements', { numeric: {}, traits: 7 }, 406, 'Field numeric must be a list'],
    ['measurements', { numeric: Array(10_001).fill(1), traits: 7 }, 406, 'Field traits must be a list'],
    ['measurements', { callTimes: 'x' }, 406, 'Field callTimes must be a list'],
    [
      'measurements',
      { numeric: Array(5_000).fill(1), traits: Array(5_000).fill(1), callTimes: [1] },
      413,
      'The report has 10001 items; at most 10000 are allowed',
    ],
    ['availability', { items: {} }, 406, 'Field items must be a list'],
    ['availability', { items: Array(10_001).fill(1) }, 413, 'The report has 10001 items; at most 10000 are allowed'],
    ['events', { events: true }, 406, 'Field events must be a list'],
    ['configurations', { items: 'x' }, 406, 'Field items must be a list'],
    ['drift', { changeSets: 0 }, 406, 'Field changeSets must be a list'],
    ...[undefined, null, '', 7, 'x'.repeat(65)].map(
      (reportId) =>
        ['events', { reportId, events: 7 }, 406, 'Field reportId must be a text of 1 to 64 characters'] as const,
    ),
    ['drift', { reportId: '', changeSets: ['\0'] }, 406, 'The body must not contain null characters'],
  ] as [kind: string, body: object, status: number, detail: string][])(
    '%s: #%#',
    async (kind, body, status, detail) => {
      expect(await getRefusal(kind, body)).toEqual([status, detail]);
    },
  );

  it.each(['inventory', 'imports', 'measurements', 'availability', 'events', 'configurations', 'drift'])(
    '%s: a body that is not a report, after the agent is known',
    async (kind) => {
      const send = (body: object, agent = name()) => login().post(`/rest/agent/${agent}/${kind}`).send(body);

      expect((await send([1])).body).toMatchObject({ message: 'The body must be an object' });
      await send([1], 'nobody-knows').expect(404);
      await send({ reportId: 7 }, 'nobody-knows').expect(404);
      const xml = () =>
        login()
          .post(path(`/${kind}`))
          .set('Content-Type', 'application/xml')
          .send('<a/>');
      expect((await xml()).body).toMatchObject({ message: 'Reports of agents are JSON' });
    },
  );

  it.each([
    ['inventory', 'roots'],
    ['imports', 'resourceIds'],
    ['measurements', 'numeric'],
    ['availability', 'items'],
    ['events', 'events'],
    ['configurations', 'items'],
    ['drift', 'changeSets'],
  ])('%s: a repeat gets its response before its %s are checked', async (kind, list) => {
    const { body } = await report(kind, { reportId: 'again', [list]: null }).expect(200);

    expect((await report(kind, { reportId: 'again', [list]: 7 }).expect(200)).body).toEqual(body);
  });

  it('inventory: fields in their order, with the place', async () => {
    const text = (field: string) => `field ${field} must be a text of 1 to 500 characters`;
    const below = (children: unknown) => ({ roots: [aFind('Linux', 'h', { children: children as [] })] });
    const cases: [body: object, detail: string][] = [
      ...NO_OBJECT.map((root): [object, string] => [{ roots: [root] }, '/roots/0 must be an object']),
      [below([7]), '/roots/0/children/0 must be an object'],
      [below(7), 'Field children must be a list'],
      [below([aFind('CPU', 'a', { children: 'x' as never })]), 'Field children must be a list'],
      [{ roots: [aFind('Linux', 'h'), {}] }, `/roots/1: ${text('key')}`],
      [{ roots: [{ key: 'k', name: 7 }] }, `/roots/0: ${text('typeName')}`],
      [{ roots: [{ key: 'k', typeName: 't', name: 7 }] }, `/roots/0: ${text('pluginName')}`],
      ...[...NO_TEXT, '', 'x'.repeat(501)].map((value): [object, string] => [
        below([aFind('CPU', 'a', { name: value as string, version: 7 })]),
        `/roots/0/children/0: ${text('name')}`,
      ]),
      [below([aFind('CPU', 'a', { version: 7, description: 7 })]), '/roots/0/children/0: field version must be a text'],
      [
        below([aFind('CPU', 'a', { description: [], location: 7 })]),
        '/roots/0/children/0: field description must be a text',
      ],
      [
        below([aFind('CPU', 'a', { location: {}, pluginConfig: 7 })]),
        '/roots/0/children/0: field location must be a text',
      ],
      [
        below([aFind('CPU', 'a', { pluginConfig: [], resourceConfig: 7 })]),
        '/roots/0/children/0: field pluginConfig must be an object',
      ],
      [
        below([aFind('CPU', 'a', { resourceConfig: 'x', children: 7 as never })]),
        '/roots/0/children/0: field resourceConfig must be an object',
      ],
      [
        { roots: [aFind('Linux', 'h', { parentId: 'x', children: [aFind('', 'a')] })] },
        `/roots/0/children/0: ${text('typeName')}`,
      ],
      ...[0, 'x', 2 ** 31, 1.5].map((parentId): [object, string] => [
        { roots: [aFind('Linux', 'h', { parentId })] },
        '/roots/0: field parentId must be the id of a resource',
      ]),
      [
        { roots: [aFind('Linux', 'h'), aFind('Linux', 'i', { parentId: null })] },
        'An agent has one platform; the other roots need a parentId',
      ],
      [{ roots: [aFind('CPU', 'CPU 0')] }, '/roots/0: field parentId must be given'],
    ];
    for (const [body, detail] of cases)
      expect([body, await getRefusal('inventory', body)]).toEqual([body, [406, detail]]);
    const deep = (levels: number): object =>
      aFind('CPU', 'a', levels === 0 ? {} : { children: [deep(levels - 1) as never] });
    expect(await getRefusal('inventory', { roots: [deep(50)] })).toEqual([406, 'The body cannot be parsed']);
    const many = [...Array<unknown>(9_999).fill(aFind('CPU', 'a')), 7];
    expect(await getRefusal('inventory', below(many))).toEqual([
      413,
      'The report has 10001 items; at most 10000 are allowed',
    ]);
  });

  it('inventory: truncates long texts, and treats null as absent', async () => {
    const long = 'x'.repeat(2_000);
    const more = {
      version: long,
      description: long,
      location: long,
      pluginConfig: null,
      resourceConfig: null,
      parentId: null,
    };
    await discover(aFind('Linux', 'h', { ...more, children: null as never })).expect(200);

    const [row] = await api.database.query<Record<string, number>>(
      `SELECT length(version) AS version, length(description) AS description, length(location) AS location
         FROM resource WHERE agent_name = $1`,
      [name()],
    );
    expect(row).toEqual({ version: 100, description: 1000, location: 500 });
  });

  it('name invalid ids of imports', async () => {
    await expectReasons('imports', 'resourceIds', [
      ...NO_ID.slice(1).map((id) => [id, `unknown resource ${JSON.stringify(id)}`] as const),
      [7_000_000, 'unknown resource 7000000'],
    ]);
  });

  it('name invalid numbers in measurements', async () => {
    await givenMachine();
    const [user, rate, hostname] = [
      await getSchedule('CpuPerc.user'),
      await getSchedule('rxBytes'),
      await getSchedule('Trait.hostname'),
    ];
    const perMinute = (await sync()).schedules.find((schedule) => schedule.name === 'rxBytes' && schedule.perMinute)!;
    const at = (timestamp: unknown, value: unknown = 'x') => ({ scheduleId: user, timestamp, value });
    expect(rate).toBeGreaterThan(0);

    await expectReasons('measurements', 'numeric', [
      ...all(NO_OBJECT, (item) => item, 'not an object'),
      ...NO_ID.map((id) => [{ scheduleId: id }, `unknown schedule ${JSON.stringify(id)}`] as const),
      [{ scheduleId: '$&' }, 'unknown schedule "$&"'],
      [{ scheduleId: 7_000_000, timestamp: 'x' }, 'unknown schedule 7000000'],
      ...all([undefined, ...NO_TIME], at, 'field timestamp must be a time'),
      [at(0), 'older than 7 days'],
      [at(NOW - 7 * DAY - 1), 'older than 7 days'],
      [at(AHEAD), 'more than 10 minutes ahead'],
      [{ scheduleId: hostname, timestamp: NOW, value: 'x' }, 'the schedule is for data of type TRAIT'],
      [{ scheduleId: perMinute.scheduleId, timestamp: NOW }, 'rates per minute are computed by the server'],
      ...all([undefined, null, '1', true, {}, []], (value) => at(NOW, value), 'the value is not a finite number'),
    ]);
    const response = await login()
      .post(path('/measurements'))
      .set('Content-Type', 'application/json')
      .send(`{"reportId":"huge","numeric":[{"scheduleId":${user},"timestamp":${NOW},"value":1e999}]}`);
    expect(response.body).toMatchObject({ rejected: [{ index: 0, reason: 'the value is not a finite number' }] });
    await api.database.query(`UPDATE resource SET inventory_status = 'NEW' WHERE agent_name = $1`, [name()]);
    await expectReasons('measurements', 'numeric', [[at('x'), 'the resource is not in inventory']]);
  });

  it('name invalid traits in measurements', async () => {
    await givenMachine();
    const [user, hostname] = [await getSchedule('CpuPerc.user'), await getSchedule('Trait.hostname')];
    const at = (timestamp: unknown, value: unknown = 7) => ({ scheduleId: hostname, timestamp, value });

    await expectReasons('measurements', 'traits', [
      ['x', 'not an object'],
      [{}, 'unknown schedule undefined'],
      ...all(NO_TIME, at, 'field timestamp must be a time'),
      [at(AHEAD), 'more than 10 minutes ahead'],
      [{ scheduleId: user, timestamp: NOW, value: 7 }, 'the schedule is for data of type MEASUREMENT'],
      ...all(
        NO_TEXT,
        (value) => (value === undefined ? { scheduleId: hostname, timestamp: NOW } : at(NOW, value)),
        'the value is not a string',
      ),
      [at(NOW, 'ä'.repeat(2_001)), 'the value is too long'],
    ]);
  });

  it('name invalid call times in measurements', async () => {
    const { eth0 = 0 } = await givenMachine();
    const user = await getSchedule('CpuPerc.user');
    const { id } = await givenSchedule(api.database, { resource: { id: eth0 }, dataType: 'CALLTIME' });
    const of = (values: unknown) => ({ scheduleId: id, values });
    const call = (over: object = {}) => ({ callDestination: '/a', beginTime: NOW, duration: 1, ...over });
    const destination = 'field callDestination must be a text of at most 4000 characters';

    await expectReasons('measurements', 'callTimes', [
      [[], 'not an object'],
      [{ scheduleId: 'x' }, 'unknown schedule "x"'],
      [{ scheduleId: 7_000_000 }, 'unknown schedule 7000000'],
      [{ scheduleId: user }, 'the schedule is for data of type MEASUREMENT'],
      ...all([undefined, null, {}, 'x'], of, 'field values must be a list'),
      ...all(NO_OBJECT, (value) => of([call(), value]), 'a call is not an object'),
      ...all(
        [...NO_TEXT, 'x'.repeat(4_001)],
        (value) => of([call({ callDestination: value, beginTime: 'x' })]),
        destination,
      ),
      ...all(
        [undefined, ...NO_TIME],
        (value) => of([call({ beginTime: value, duration: 'x' })]),
        'field beginTime must be a time',
      ),
      ...all(
        [undefined, ...NO_TIME],
        (value) => of([call({ beginTime: 0, duration: value })]),
        'field duration must be a number of ms',
      ),
      [of([call({ beginTime: 0 }), 7]), 'older than 7 days'],
      [of([call({ beginTime: AHEAD }), 7]), 'more than 10 minutes ahead'],
    ]);
  });

  it('name invalid entries of availability', async () => {
    const { eth0: resourceId = 0 } = await givenMachine();
    const missing = { resourceId: 7_000_000, type: 'UP' };

    await expectReasons('availability', 'items', [
      ...all(NO_OBJECT, (item) => item, 'not an object'),
      ...all(NO_ID, (id) => ({ resourceId: id, type: 'x' }), 'unknown resource'),
      ...all(
        [undefined, null, 'DISABLED', 'up', 7],
        (type) => ({ resourceId, type, since: 'x' }),
        'unknown type of availability',
      ),
      ...all(NO_TIME.slice(1), (since) => ({ resourceId, type: 'UP', since }), 'field since must be a time'),
      [missing, 'unknown resource 7000000'],
    ]);
    const items = [undefined, null, 0, AHEAD].map((since) => ({ resourceId, type: 'UP', since }));
    expect((await report('availability', { items, changesOnly: 'perhaps' }).expect(200)).body).toMatchObject({
      accepted: 4,
    });
  });

  it('name invalid events', async () => {
    const { eth0: resourceId = 0 } = await givenMachine();
    const event = (over: object) => ({
      resourceId,
      definition: 'd',
      location: 'l',
      detail: 'd',
      severity: 'warn',
      ...over,
    });
    const location = 'field location must be a string of at most 2000 characters';

    await expectReasons('events', 'events', [
      ...all(NO_OBJECT, (item) => item, 'not an object'),
      ...all(NO_ID, (id) => event({ resourceId: id, definition: 7 }), 'unknown resource'),
      ...all(NO_TEXT, (value) => event({ definition: value, location: 7 }), 'field definition must be a string'),
      ...all(
        [...NO_TEXT, '', ' \t\n\u00a0\ufeff', 'x'.repeat(2_001)],
        (value) => event({ location: value, detail: 7 }),
        location,
      ),
      ...all(NO_TEXT, (value) => event({ detail: value, severity: 'x' }), 'field detail must be a string'),
      ...all(
        [...NO_TEXT, '', 'LOUD', ' warn'],
        (value) => event({ severity: value, timestamp: 'x' }),
        'unknown severity',
      ),
      ...all(NO_TIME, (timestamp) => event({ timestamp }), 'field timestamp must be a time'),
      [event({ resourceId: 7_000_000, timestamp: undefined }), 'unknown resource 7000000'],
      [event({ timestamp: undefined, detail: '' }), 'unknown event definition d'],
      [event({ definition: '' }), 'unknown event definition '],
    ]);
  });

  it('name invalid configurations', async () => {
    const { eth0: resourceId = 0 } = await givenMachine();

    await expectReasons('configurations', 'items', [
      ...all(NO_OBJECT, (item) => item, 'not an object'),
      ...all(NO_ID, (id) => ({ resourceId: id, resourceConfig: 7 }), 'unknown resource'),
      ...all(
        [undefined, ...NO_OBJECT],
        (value) => ({ resourceId, resourceConfig: value }),
        'field resourceConfig must be an object',
      ),
      [{ resourceId: 7_000_000, resourceConfig: {} }, 'unknown resource 7000000'],
    ]);
  });

  it('name invalid change sets of drift', async () => {
    const { eth0: resourceId = 0 } = await givenMachine();
    const set = (over: object) => ({ resourceId, definition: 'd', version: 0, ...over });
    const drift = { category: 'FILE_ADDED', path: 'a' };
    const wrong = 'drift 1 needs a known category and a path of at most 4000 characters';

    await expectReasons('drift', 'changeSets', [
      ...all(NO_OBJECT, (item) => item, 'not an object'),
      ...all(NO_ID, (id) => set({ resourceId: id, definition: 7 }), 'unknown resource'),
      ...all([...NO_TEXT, ''], (definition) => set({ definition, version: 'x' }), 'field definition must be a string'),
      ...all(
        NO_ID.filter((value) => value !== 0),
        (version) => set({ version, time: 'x' }),
        'field version must be a whole number from 0',
      ),
      ...all(NO_TIME, (time) => set({ time, drifts: 7 }), 'field time must be a time'),
      [set({ time: AHEAD, drifts: 7 }), 'more than 10 minutes ahead'],
      ...all([null, 7, 'x', {}], (drifts) => set({ drifts }), 'field drifts must be a list'),
      ...all(
        [
          7,
          [],
          {},
          { ...drift, category: 'x' },
          { ...drift, path: 7 },
          { ...drift, path: '' },
          { ...drift, path: 'x'.repeat(4_001) },
        ],
        (item) => set({ drifts: [drift, item, 7] }),
        wrong,
      ),
      [set({ inCompliance: 'perhaps', time: undefined, drifts: undefined }), 'unknown drift definition d'],
      [set({ resourceId: 7_000_000 }), 'unknown resource 7000000'],
    ]);
  });
});
