import { MetricFacts } from '../../alert-engine/metric-facts.service';
import { countStatements } from '../../metrics/test/count-statements';
import { MINUTE, NOW, useAgents } from './use-agents';

const POLICY = '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10';
const OTHER_POLICY = '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a11';
const SYSTEM = '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44';

interface Fact {
  [field: string]: unknown;
}

describe('a compliance fact about a machine', () => {
  const { api, name, login, report, givenMachine, sync } = useAgents();
  const service = api.as({
    username: 'compliance',
    roles: [],
    permissions: ['REPORT_COMPLIANCE'],
    type: 'ServiceAccount',
  });
  const subject = () => `wardstone|acme|${name()}|test`;
  const fact = (minute: number, over: Fact = {}): Fact => ({
    moment: (NOW + minute * MINUTE) * 1000,
    agent: name(),
    subject: subject(),
    systemId: SYSTEM,
    policyId: POLICY,
    policy: 'CIS',
    fresh: true,
    time: NOW + minute * MINUTE,
    score: 66.5,
    scoreWithExceptions: 70,
    failedRules: 3,
    verdict: 'not_compliant',
    verdictWithExceptions: 'not_compliant',
    events: [{ severity: 'ERROR', detail: 'Non-compliant: score 66.5 is below 80' }],
    ...over,
  });
  const send = (...facts: Fact[]) => service.post('/rest/compliance/facts').send({ reportId: 'r', facts });
  const stored = async (...facts: Fact[]) => (await send(...facts).expect(200)).body as Record<string, unknown>;
  const policies = async (platform: number) =>
    (await api.get(`/rest/resource/${platform}/children`).set('Accept', 'application/json').expect(200)).body.filter(
      ({ pluginName }: { pluginName: string }) => pluginName === 'Compliance',
    ) as { resourceId: number; resourceName: string; typeName: string; status: string }[];
  const events = async (id: number) =>
    (await api.get(`/rest/event/${id}/events`).set('Accept', 'application/json').expect(200)).body as {
      detail: string;
      severity: string;
      timestamp: number;
    }[];
  const values = async (id: number, metric: string) => {
    const { body } = await api.get(`/rest/resource/${id}/schedules?type=metric`).set('Accept', 'application/json');
    const { scheduleId } = body.find(({ scheduleName }: { scheduleName: string }) => scheduleName === metric);
    const data = await api
      .get(`/rest/metric/data/${scheduleId}/raw?startTime=${NOW - 60 * MINUTE}&endTime=${NOW + 60 * MINUTE}`)
      .set('Accept', 'application/json')
      .expect(200);
    return (data.body as { timeStamp: number; value: number }[]).map(({ timeStamp, value }) => [timeStamp, value]);
  };

  it('is stored once below its platform, however often it comes', async () => {
    const { platform } = await givenMachine();
    const first = fact(-2);
    const second = fact(-1, { score: 40, events: [{ severity: 'WARN', detail: 'Rule failed: r1' }] });

    expect(await stored(first)).toEqual({
      reportId: 'r',
      accepted: 1,
      waiting: [],
      rejected: [],
      platforms: [{ systemId: SYSTEM, resourceId: platform }],
    });
    await stored(first, second);
    await stored(second);
    await stored(first);

    const { body: named } = await api.get(`/rest/resource/${platform}`).set('Accept', 'application/json').expect(200);
    expect((named as { links: object[] }).links).toContainEqual({
      complianceSystem: { href: `https://mon.example.test/api/compliance/v2/systems/${SYSTEM}` },
    });
    const [policy, ...others] = await policies(platform!);
    expect(others).toEqual([]);
    expect(policy).toMatchObject({ resourceName: 'CIS', typeName: 'Compliance Policy', status: 'COMMITTED' });
    expect(await events(policy!.resourceId)).toEqual([
      expect.objectContaining({ detail: 'Non-compliant: score 66.5 is below 80', severity: 'ERROR' }),
      expect.objectContaining({ detail: 'Rule failed: r1', severity: 'WARN', timestamp: NOW - MINUTE }),
    ]);
    expect(await values(policy!.resourceId, 'score')).toEqual([
      [NOW - 2 * MINUTE, 66.5],
      [NOW - MINUTE, 40],
    ]);
  });

  it('follows the title and the freshness of the policy, and is removed with the assignment', async () => {
    const { platform } = await givenMachine();
    await stored(fact(-5), fact(-5, { policyId: OTHER_POLICY, policy: 'Other' }));
    await stored(fact(-4, { policy: 'CIS 2', fresh: false, events: [] }));

    const [renamed, other] = await policies(platform!);
    expect([renamed!.resourceName, other!.resourceName]).toEqual(['CIS 2', 'Other']);
    const { body } = await api
      .get(`/rest/resource/${renamed!.resourceId}/availability`)
      .set('Accept', 'application/json');
    expect(body.type).toBe('UNKNOWN');

    const removal = {
      moment: (NOW - 3 * MINUTE) * 1000,
      agent: name(),
      subject: subject(),
      systemId: SYSTEM,
      policyId: POLICY,
      removed: true,
    };
    await stored(removal);
    expect((await policies(platform!)).map(({ resourceName }) => resourceName)).toEqual(['Other']);
    await stored(fact(-2, { policy: 'CIS 3' }));
    await stored(removal);
    expect((await policies(platform!)).map(({ resourceName }) => resourceName)).toEqual(['CIS 3', 'Other']);
  });

  it('waits for a machine that is not in inventory, and for the login that owns it', async () => {
    expect(await stored(fact(-1))).toMatchObject({ accepted: 0, waiting: [0], platforms: [] });
    const { platform } = await givenMachine();
    const foreign = fact(-1, { subject: 'wardstone|acme|mallory|test' });

    expect(await stored(foreign, fact(-1, { agent: 'unheard-of' }))).toMatchObject({ accepted: 0, waiting: [0, 1] });
    expect(await policies(platform!)).toEqual([]);
    // The account was made again: the name is the same, the subject is not.
    expect(await stored(fact(-1, { subject: subject().replace('|test', '|again') }))).toMatchObject({ accepted: 1 });
  });

  it('is stored although other facts of its report are bad', async () => {
    const { platform } = await givenMachine();
    const { rejected, accepted } = await stored(
      fact(-3, { moment: 0 }),
      fact(-3, { score: 'high' }),
      fact(-3, { events: [{ severity: 'AWFUL', detail: 'x' }] }),
      fact(-3),
    );

    expect(accepted).toBe(1);
    expect((rejected as { index: number }[]).map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(await policies(platform!)).toHaveLength(1);
    await send().expect(200);
    await service.post('/rest/compliance/facts').send({ reportId: 'r' }).expect(406);
  });

  const policyId = (n: number): string => `6e3b1c2a-5d0f-4b8e-9a41-${String(n).padStart(12, '0')}`;

  it('is stored in a batch as it would be alone: in order, once, each value and event', async () => {
    const { platform } = await givenMachine();
    const POLICIES = 30;
    const facts = [-9, -8, -7].flatMap((minute) =>
      Array.from({ length: POLICIES }, (_none, n) =>
        fact(minute, {
          policyId: policyId(n),
          policy: `Policy ${String(n).padStart(2, '0')}`,
          score: 50 + n - minute,
          fresh: (n + minute) % 2 === 0,
          events: [{ severity: 'WARN', detail: `Rule failed: r${minute}` }],
        }),
      ),
    );
    expect(await stored(...facts)).toMatchObject({ accepted: 3 * POLICIES, waiting: [], rejected: [] });
    expect(await stored(...facts.reverse())).toMatchObject({ accepted: 3 * POLICIES, waiting: [], rejected: [] });

    const made = await policies(platform!);
    expect(made).toHaveLength(POLICIES);
    for (const n of [0, 1, POLICIES - 1]) {
      const { resourceId } = made.find(({ resourceName }) => resourceName === `Policy ${String(n).padStart(2, '0')}`)!;
      expect(await values(resourceId, 'score')).toEqual(
        [-9, -8, -7].map((minute) => [NOW + minute * MINUTE, 50 + n - minute]),
      );
      expect((await events(resourceId)).map(({ detail }) => detail)).toEqual(
        [-9, -8, -7].map((minute) => `Rule failed: r${minute}`),
      );
      const { body } = await api.get(`/rest/resource/${resourceId}/availability`).set('Accept', 'application/json');
      expect(body.type).toBe((n - 7) % 2 === 0 ? 'UP' : 'UNKNOWN');
    }
  });

  it('takes as many statements as one, however many first facts are stored together', async () => {
    await givenMachine();
    await stored(fact(-9, { policyId: policyId(99) }));
    const first = (count: number, from: number): Fact[] =>
      Array.from({ length: count }, (_none, n) =>
        fact(-9, { policyId: policyId(from + n), policy: `Policy ${from + n}`, fresh: n % 2 === 0 }),
      );
    // Background jobs add statements, so the round with the fewest counts.
    const fewest = async (count: number, from: number): Promise<number> => {
      const rounds: number[] = [];
      for (let round = 0; round < 3; round++) {
        rounds.push(await countStatements(() => stored(...first(count, from + round * count))));
      }
      return Math.min(...rounds);
    };
    expect(await fewest(60, 100)).toBe(await fewest(2, 0));
  });

  it('does not delay the others when the database rejects it', async () => {
    const { platform } = await givenMachine();
    await api.database.query(`ALTER TABLE resource ADD CONSTRAINT no_poison CHECK (name <> 'Poison')`);
    const facts = Array.from({ length: 9 }, (_none, n) =>
      fact(-5, { policyId: policyId(n), policy: n === 4 ? 'Poison' : `Policy ${n}` }),
    );
    try {
      expect(await stored(...facts)).toMatchObject({ accepted: 8, waiting: [4], rejected: [] });
      expect(await policies(platform!)).toHaveLength(8);
    } finally {
      await api.database.query('ALTER TABLE resource DROP CONSTRAINT no_poison');
    }
    expect(await stored(...facts)).toMatchObject({ accepted: 9, waiting: [] });
    expect(await policies(platform!)).toHaveLength(9);
  });

  it('waits together with all facts of thousands of missing machines', async () => {
    const { platform } = await givenMachine();
    const absent = Array.from({ length: 5_000 }, (_none, n) =>
      fact(-1, { agent: `absent-${n}`, systemId: policyId(n) }),
    );
    const { accepted, waiting } = await stored(...absent, fact(-1));

    expect([accepted, (waiting as number[]).length]).toEqual([1, 5_000]);
    expect(await policies(platform!)).toHaveLength(1);
    await send(...Array.from({ length: 10_001 }, () => fact(-1))).expect(413);
  });

  it('is accepted from the service only: no role may send it, and agents cannot write its values', async () => {
    const { platform } = await givenMachine();
    for (const role of ['admin', 'operator', 'viewer', 'agent'] as const) {
      await api
        .as({ roles: [role] })
        .post('/rest/compliance/facts')
        .send({ reportId: 'r', facts: [fact(-1)] })
        .expect(403);
    }
    await login()
      .post('/rest/compliance/facts')
      .send({ reportId: 'r', facts: [fact(-1)] })
      .expect(403);
    await stored(fact(-1));
    const [policy] = await policies(platform!);
    const { body } = await api.get(`/rest/resource/${policy!.resourceId}/schedules`).set('Accept', 'application/json');
    const scheduleId = body.find(({ scheduleName }: { scheduleName: string }) => scheduleName === 'score')
      .scheduleId as number;

    const { resources, schedules } = await sync();
    expect(resources.map(({ resourceId }) => resourceId)).not.toContain(policy!.resourceId);
    expect(schedules.map(({ resourceId }) => resourceId)).not.toContain(policy!.resourceId);
    const { body: result } = await report('measurements', { numeric: [{ scheduleId, timestamp: NOW, value: 100 }] });
    expect(result).toMatchObject({ accepted: 0, rejected: [{ index: 0 }] });
    await login()
      .post('/rest/metric/data/raw')
      .send([{ scheduleId, timeStamp: NOW, value: 100 }])
      .expect(403);
    const { body: said } = await report('events', {
      events: [
        {
          resourceId: policy!.resourceId,
          definition: 'compliance',
          location: 'compliance',
          detail: 'Compliant',
          severity: 'INFO',
        },
      ],
    });
    expect(said).toMatchObject({ accepted: 0 });
    expect(await values(policy!.resourceId, 'score')).toEqual([[NOW - MINUTE, 66.5]]);
  });

  it('fires alerts on a falling score and on events, once each, as a dry run predicts', async () => {
    const { platform } = await givenMachine();
    await stored(fact(-9, { score: 90, verdict: 'compliant', events: [] }));
    const [policy] = await policies(platform!);
    const id = policy!.resourceId;
    const { body: schedules } = await api.get(`/rest/resource/${id}/schedules`).set('Accept', 'application/json');
    const { definitionId } = schedules.find(({ scheduleName }: { scheduleName: string }) => scheduleName === 'score');
    const falling = {
      name: 'score falls',
      enabled: true,
      conditions: [{ category: 'THRESHOLD', measurementDefinition: definitionId, threshold: 80, comparator: '<' }],
    };
    const failing = {
      name: 'rule fails',
      enabled: true,
      conditions: [{ category: 'EVENT', name: 'WARN', option: 'Rule failed: r[12]$' }],
    };
    for (const definition of [falling, failing]) {
      await api.post(`/rest/alert/definitions?resourceId=${id}`).send(definition).expect(201);
    }
    const fall = [
      fact(-8, { score: 60 }),
      fact(-7, { score: 85, events: [{ severity: 'WARN', detail: 'Rule failed: r2' }] }),
      fact(-6, { score: 85, events: [{ severity: 'WARN', detail: 'Rule failed: r3' }] }),
    ];
    await stored(...fall);
    await stored(...fall);
    await api.service.app.get(MetricFacts, { strict: false }).drain();

    const fired = await api.database.query<{ name: string; value: string }>(
      `SELECT d.name, l.value FROM alert a
         JOIN alert_definition d ON d.id = a.alert_definition_id
         JOIN alert_condition_log l ON l.alert_id = a.id
        WHERE a.resource_id = $1 ORDER BY d.name`,
      [id],
    );
    expect(fired).toEqual([
      { name: 'rule fails', value: 'WARN compliance Rule failed: r2' },
      { name: 'score falls', value: '60' },
    ]);
    for (const definition of [falling, failing]) {
      const { body } = await api.post(`/rest/alert/definitions/dry-run?resourceId=${id}`).send(definition).expect(200);
      expect(body.alertCount).toBe(1);
    }
  });

  it('fires the definition of the type on every machine', async () => {
    const { body: types } = await api
      .get('/rest/resource/type?q=Compliance%20Policy')
      .set('Accept', 'application/json');
    const type = types.find(({ name: typeName }: { name: string }) => typeName === 'Compliance Policy');
    const definition = {
      name: 'not compliant',
      enabled: true,
      conditions: [{ category: 'EVENT', name: 'ERROR', option: '^Non-compliant' }],
    };
    await api.post(`/rest/alert/definitions?resourceTypeId=${type.id}`).send(definition).expect(201);
    const { platform } = await givenMachine();
    await stored(fact(-2), fact(-2, { policyId: OTHER_POLICY, policy: 'Other' }));

    for (const { resourceId } of await policies(platform!)) {
      expect(await api.database.query('SELECT 1 FROM alert a WHERE a.resource_id = $1', [resourceId])).toHaveLength(1);
    }
  });
});
