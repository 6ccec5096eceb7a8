import { givenMeasured, overTen } from '../alerts/alert-fixture';
import { givenSchedule } from '../../metrics/test/given-metrics';
import { givenGroup } from '../given-inventory';
import { useMonitoring } from '../use-monitoring';

const NOW = Date.UTC(2026, 0, 15, 12);

describe('fields that the contract types as doubles', () => {
  const api = useMonitoring();
  let paths: Record<string, string>;
  const toText = async (path: string): Promise<string> => (await api.get(path).expect(200)).text;

  beforeAll(async () => {
    api.clock.set(NOW);
    const { resource, metric, scheduleId } = await givenMeasured(api.database);
    await api
      .post('/rest/metric/data/raw')
      // Body of a typed client.
      .set('Content-Type', 'application/json')
      .send(`[{"scheduleId":${scheduleId},"timeStamp":${NOW - 1000},"value":46.0}]`)
      .expect(204);
    await api.put(`/rest/metric/data/${scheduleId}/baseline`).send({ min: 1, mean: 2, max: 100000 }).expect(201);
    await api
      .put(`/rest/resource/${resource.id}/availability`)
      .send({ type: 'UP', since: NOW - 5000 })
      .expect(204);
    const made = await api
      .post(`/rest/alert/definitions?resourceId=${resource.id}`)
      .send({ name: 'a', enabled: true, conditions: [overTen(metric)] })
      .expect(201);
    const { id } = made.body as { id: number };
    const calls = await givenSchedule(api.database, { dataType: 'CALLTIME' });
    await api
      .put(`/rest/metric/data/${calls.id}/callTime`)
      .send([{ callDestination: '/', beginTime: NOW - 5000, duration: 40 }])
      .expect(201);
    const group = await givenGroup(api.database, { members: [resource] });
    paths = {
      aggregate: `/rest/metric/data/${scheduleId}`,
      list: `/rest/metric/data?sid=${scheduleId}`,
      group: `/rest/metric/data/group/${group.id}`,
      raw: `/rest/metric/data/${scheduleId}/raw`,
      baseline: `/rest/metric/data/${scheduleId}/baseline`,
      summary: `/rest/resource/${resource.id}/availability/summary`,
      definition: `/rest/alert/definition/${id}`,
      definitions: `/rest/alert/definitions.jsonw?full=true&resourceId=${resource.id}`,
      calls: `/rest/metric/data/${calls.id}/callTime`,
    };
  });

  it.each([
    ['aggregate', '"min":46.0,"avg":46.0,"max":46.0'],
    ['aggregate', '"value":"NaN","high":"NaN","low":"NaN"'],
    ['aggregate', '"value":46.0,"high":46.0,"low":46.0'],
    ['list', '"value":46.0,"high":46.0,"low":46.0'],
    ['group', '"min":46.0,"avg":46.0,"max":46.0'],
    ['raw', `"timeStamp":${NOW - 1000},"value":46.0`],
    ['baseline', '"min":1.0,"max":100000.0,"mean":2.0'],
    ['summary', '"upPercentage":1.0,"downPercentage":0.0,"disabledPercentage":0.0'],
    ['definition', '"threshold":10.0'],
    ['definitions', '"threshold":10.0'],
    ['calls', '"minimum":40.0,"maximum":40.0,"average":40.0,"total":40.0,"count":1'],
  ])('are written with a fraction: %s has %s', async (read, expected) => {
    expect(await toText(paths[read]!)).toContain(expected);
  });

  it('are unchanged in XML', async () => {
    expect(await toText(`${paths['raw']!}.xml`)).toContain('value="46"');
  });

  it('can be sent back unchanged', async () => {
    const read = await api.get(paths['definition']!).expect(200);
    const [condition] = (read.body as { conditions: { id: number }[] }).conditions;
    const sent = (await toText(`/rest/alert/condition/${condition!.id}`)).replace('10.0', '12.0');
    const changed = await api
      .put(`/rest/alert/condition/${condition!.id}`)
      .set('Content-Type', 'application/json')
      .send(sent)
      .expect(200);
    expect(changed.text).toContain('"threshold":12.0');
    await api
      .put(paths['definition']!)
      .set('If-Match', (await api.get(paths['definition']!)).headers['etag'] as string)
      .send({ ...(read.body as object), priority: 'HIGH' })
      .expect(200);
  });
});
