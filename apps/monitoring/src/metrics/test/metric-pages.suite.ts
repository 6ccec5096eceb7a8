import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { givenDefinition, givenSchedule } from './given-metrics';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;

describe('the pages of metrics', () => {
  const api = useMonitoring();
  beforeEach(() => api.clock.set(NOW));

  /** Without tags, so that the text is what people read. */
  const words = async (path: string): Promise<string> =>
    (await api.get(path).expect(200)).text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

  /** A load of 10 %, 42.17 % and 20 %. */
  async function givenLoad() {
    const type = await givenType(api.database);
    const resource = await givenResource(api.database, { type, name: 'web-1' });
    const definition = await givenDefinition(api.database, { type, displayName: 'System Load', unit: 'PERCENTAGE' });
    const { id } = await givenSchedule(api.database, { resource, definition });
    const points = [0.1, 0.4217, 0.2].map((value, i) => ({ scheduleId: id, timeStamp: NOW - (3 - i) * MINUTE, value }));
    await api.post('/rest/metric/data/raw').send(points).expect(204);
    return { id, resource, definition };
  }

  it('name the metric and show its values in its unit, and give programs the fractions', async () => {
    const { id } = await givenLoad();
    const page = await words(`/rest/metric/data/${id}.html`);
    expect(page).toContain('Metric System Load of web-1');
    expect(page).toContain('Min 10 % Avg 24.06 % Max 42.17 %');
    expect(page).not.toContain('0.4217');
    expect((await api.get(`/rest/metric/data/${id}`).expect(200)).body).toMatchObject({ max: 0.4217 });
  });

  it('do so in lists, of raw values, baselines and charts', async () => {
    const { id, resource } = await givenLoad();
    expect(await words(`/rest/metric/data.html?sid=${id}`)).toContain('Max 42.17 %');
    expect(await words(`/rest/metric/data/resource/${resource.id}.html`)).toContain('Max 42.17 %');
    expect(await words(`/rest/metric/data/${id}/raw.html`)).toContain('42.17 %');
    expect(await words(`/rest/metric/charts.html?sid=${id}`)).toContain('Max 42.17 %');
    await api.put(`/rest/metric/data/${id}/baseline`).send({ min: 0.1, mean: 0.25, max: 0.5 }).expect(201);
    expect(await words(`/rest/metric/data/${id}/baseline.html`)).toContain('Min 10 % Max 50 % Mean 25 %');
  });

  it('show call times as durations', async () => {
    const calls = await givenSchedule(api.database, { dataType: 'CALLTIME' });
    const body = [{ callDestination: '/index', beginTime: NOW - MINUTE, duration: 1500 }];
    await api.put(`/rest/metric/data/${calls.id}/callTime`).send(body).expect(201);
    expect(await words(`/rest/metric/data/${calls.id}/callTime.html`)).toContain('1.5 s');
  });

  it('show the metrics of a group by name, in their units', async () => {
    const { resource, definition } = await givenLoad();
    const group = await givenGroup(api.database, { members: [resource] });
    expect(await words(`/rest/metric/data/group/${group.id}.html`)).toMatch(/System Load \d+ 10 % 24\.06 % 42\.17 %/);
    expect(await words(`/rest/metric/data/group/${group.id}/${definition.id}.html`)).toContain('Max 42.17 %');
  });
});
