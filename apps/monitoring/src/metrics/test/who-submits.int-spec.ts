import { givenGroup, givenResource } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { DAY_MS } from '@wardstone/metric-points';
import { givenDefinition, givenSchedule } from './given-metrics';

describe('submitting values', () => {
  const api = useMonitoring();

  /** A resource of an agent with a schedule of each kind; viewers and agents see it. */
  async function givenFixture(owner: string) {
    const resource = await givenResource(api.database);
    await api
      .as({ roles: ['agent'], username: owner })
      .put(`/rest/agent/${owner}`)
      .send({ version: '1' });
    await api.database.query(`UPDATE resource SET agent_name = $1 WHERE id = $2`, [owner, resource.id]);
    await givenGroup(api.database, { members: [resource], roles: ['viewer', 'agent'] });
    const [row] = await api.database.query<{ resource_type_id: number }>(
      `SELECT resource_type_id FROM resource WHERE id = $1`,
      [resource.id],
    );
    const type = { id: row!.resource_type_id };
    const given = async (dataType: 'MEASUREMENT' | 'TRAIT' | 'CALLTIME', name: string): Promise<number> => {
      const definition = await givenDefinition(api.database, { type, dataType, name });
      return (await givenSchedule(api.database, { resource, definition })).id;
    };
    return {
      resource: resource.id,
      numeric: await given('MEASUREMENT', 'load'),
      trait: await given('TRAIT', 'os'),
      calls: await given('CALLTIME', 'calls'),
    };
  }

  /** The responses to every way of submitting, the list of points both before and within the framework. */
  async function submitAll(
    as: Parameters<typeof api.as>[0],
    { resource, numeric, trait, calls }: Awaited<ReturnType<typeof givenFixture>>,
    now = api.clock.now(),
  ): Promise<number[]> {
    const caller = api.as(as);
    const data = '/rest/metric/data';
    const points = [{ scheduleId: numeric, timeStamp: now, value: 1 }];
    const responses = [
      await caller.put(`${data}/${numeric}/raw/${now}`).send({ value: 1 }),
      await caller.post(`${data}/raw`).send(points),
      await caller.post(`${data}/raw`).set('Accept', 'application/json;q=0.9').send(points),
      await caller.post(`${data}/raw/${resource}`).send([{ metric: 'load', timestamp: now, value: 1 }]),
      await caller.put(`${data}/${trait}/trait/${now}`).send({ value: 'Linux' }),
      await caller.put(`${data}/${calls}/callTime`).send([{ callDestination: '/', beginTime: now, duration: 1 }]),
    ];
    return responses.map(({ status }) => status);
  }

  it('is permitted to operators and administrators', async () => {
    const fixture = await givenFixture('machine');
    for (const role of ['operator', 'admin'] as const) {
      expect(await submitAll({ roles: [role] }, fixture)).toEqual([201, 204, 204, 204, 200, 201]);
    }
  });

  it('does not permit reading values', async () => {
    const fixture = await givenFixture('machine');
    const viewer = api.as({ roles: ['viewer'] });
    await viewer.get(`/rest/metric/data/${fixture.numeric}`).expect(200);
    expect(await submitAll({ roles: ['viewer'] }, fixture)).toEqual([403, 403, 403, 403, 403, 403]);
    await viewer.get(`/rest/metric/data/${fixture.numeric}/raw`).expect(200, []);
    const { body } = await viewer
      .put(`/rest/metric/data/${fixture.numeric}/raw/${api.clock.now()}`)
      .send({ value: 1 })
      .expect(403);
    expect(body).toMatchObject({ message: expect.stringContaining('SUBMIT_METRICS') as string });
  });

  it('is permitted to an agent for what it reports, and for nothing else', async () => {
    const [own, foreign] = [await givenFixture('one'), await givenFixture('another')];
    const agent = { roles: ['agent' as const], username: 'one' };
    expect(await submitAll(agent, own)).toEqual([201, 204, 204, 204, 200, 201]);
    expect(await submitAll(agent, foreign)).toEqual([403, 403, 403, 403, 403, 403]);
    const { body } = await api
      .as(agent)
      .post('/rest/metric/data/raw')
      .send([own, foreign].map(({ numeric }) => ({ scheduleId: numeric, timeStamp: api.clock.now(), value: 2 })))
      .expect(201);
    expect((body as { rejected: object[] }).rejected).toEqual([
      expect.objectContaining({ scheduleId: foreign.numeric }),
    ]);
  });

  it('is refused for times more than a day ahead, which would stay the newest value for years', async () => {
    const fixture = await givenFixture('fast');
    const operator = { roles: ['operator' as const] };
    expect(await submitAll(operator, fixture, api.clock.now() + DAY_MS + 1)).toEqual(Array(6).fill(406));
    expect(await submitAll(operator, fixture, api.clock.now() + DAY_MS - 1)).toEqual([201, 204, 204, 204, 200, 201]);
  });

  it('is refused for a login of process metrics, even for an empty list', async () => {
    const meter = api.as({ roles: ['metrics'] });
    await meter.post('/rest/metric/data/raw').send([]).expect(403);
    await meter.post('/rest/metric/data/raw').set('Accept', 'application/json;q=0.9').send([]).expect(403);
  });
});
