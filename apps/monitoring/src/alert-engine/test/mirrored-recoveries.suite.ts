import { untilSomebodyWaits } from '@wardstone/testing';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { MetricFacts } from '../metric-facts.service';
import { givenMetric, givenSchedule, overTen } from '../../test/alerts/alert-fixture';

const down = { category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' };
const up = { category: 'AVAILABILITY', name: 'AVAIL_GOES_UP' };
const failure = { category: 'EVENT', name: 'ERROR', option: 'broken' };

/** Two resources, each with a definition that recovers the one of the other: what fires on one changes both. */
describe('alert definitions that recover each other across resources', () => {
  const api = useMonitoring();
  const db = () => api.database;

  interface Side {
    resource: { id: number };
    problem: number;
    recovery: number;
    /** Id of its event source. */
    source: number;
    /** Id of its metric's schedule. */
    schedule: number;
  }

  async function define(resource: { id: number }, body: object): Promise<number> {
    const sent = { name: 'a', enabled: true, ...body };
    const response = await api.post(`/rest/alert/definitions?resourceId=${resource.id}`).send(sent).expect(201);
    return (response.body as { id: number }).id;
  }

  async function givenMirrored(): Promise<[Side, Side]> {
    const type = await givenType(db());
    await db().query(
      `INSERT INTO event_definition (resource_type_id, name, display_name) VALUES ($1, 'Event Log', 'Event Log')`,
      [type.id],
    );
    const resources = [await givenResource(db(), { type }), await givenResource(db(), { type })] as const;
    const metric = await givenMetric(db(), type);
    const problem = { dampeningCategory: 'ONCE', conditionMode: 'ANY', conditions: [down, failure, overTen(metric)] };
    const problems = [await define(resources[0], problem), await define(resources[1], problem)] as const;
    const getSource = async ({ id }: { id: number }): Promise<number> => {
      const { body } = await api.post(`/rest/event/${id}/sources`).send({ name: 'Event Log', location: '/log' });
      return (body as { id: number }).id;
    };
    const side = async (own: 0 | 1, other: 0 | 1): Promise<Side> => ({
      source: await getSource(resources[own]),
      schedule: await givenSchedule(db(), resources[own], metric),
      resource: resources[own],
      problem: problems[own],
      recovery: await define(resources[own], { recoveryId: problems[other], conditions: [up] }),
    });
    return [await side(0, 1), await side(1, 0)];
  }

  const report = (side: Side, type: string) =>
    api
      .put(`/rest/resource/${side.resource.id}/availability`)
      .send({ type, since: 0 })
      .then(({ status }) => status);
  const addEvent = (side: Side) =>
    api
      .post(`/rest/event/source/${side.source}/events`)
      .send([{ severity: 'ERROR', detail: 'broken' }])
      .then(({ status }) => status);
  const measure = async (side: Side) => {
    const point = { scheduleId: side.schedule, timeStamp: api.clock.now(), value: 11 };
    const { status } = await api.post('/rest/metric/data/raw').send([point]);
    await api.service.app.get(MetricFacts, { strict: false }).drain();
    return status;
  };
  const change = (side: Side) =>
    api
      .put(`/rest/alert/definition/${side.problem}`)
      .send({ enabled: true, priority: 'HIGH', dampeningCategory: 'ONCE' })
      .then(({ status }) => status);
  const firedOn = async ({ resource }: Side): Promise<number[]> => {
    const { body } = await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200);
    return (body as { alertDefinition: { id: number } }[]).map(({ alertDefinition }) => alertDefinition.id);
  };

  /** Begins all of `work`, one after the other, and continues when each waits for a lock. */
  async function meeting(definitions: readonly number[], work: readonly (() => Promise<number>)[]): Promise<number[]> {
    const begun: Promise<number>[] = [];
    await db().transaction(async (tx) => {
      await tx.query('SELECT 1 FROM alert_definition d WHERE d.id = ANY ($1::integer[]) FOR UPDATE', [definitions]);
      for (const begin of work) {
        begun.push(begin());
        await untilSomebodyWaits(db(), begun.length);
      }
    });
    return Promise.all(begun);
  }

  const goDown = (side: Side) => report(side, 'DOWN');

  it.each([
    ['two availabilities', goDown, goDown, 0, 1],
    ['two events', addEvent, addEvent, 1, 0],
    ['a measured value and an availability', measure, goDown, 0, 1],
    ['a measured value and an event', measure, addEvent, 1, 0],
  ])('fire at %s at the same moment', async (_what, tellOne, tellOther, first, second) => {
    const sides = await givenMirrored();
    const [one, other] = [sides[first]!, sides[second]!];
    await report(one, 'UP');
    await report(other, 'UP');
    const statuses = await meeting([one.problem, other.problem], [() => tellOne(one), () => tellOther(other)]);
    expect(statuses).toEqual([204, 204]);
    expect([await firedOn(one), await firedOn(other)]).toEqual([[one.problem], [other.problem]]);
  });

  it.each([
    ['the first', 0, 1],
    ['the second', 1, 0],
  ])('are changed on %s resource while the other fires', async (_which, changed, firing) => {
    const sides = await givenMirrored();
    await report(sides[firing]!, 'UP');
    const statuses = await meeting(
      [sides[firing]!.problem],
      [() => report(sides[firing]!, 'DOWN'), () => change(sides[changed]!)],
    );
    expect(statuses).toEqual([204, 200]);
    expect(await firedOn(sides[firing]!)).toEqual([sides[firing]!.problem]);
  });
});
