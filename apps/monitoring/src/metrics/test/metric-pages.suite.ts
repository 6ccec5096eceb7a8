import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { givenDefinition, givenSchedule } from './given-metrics';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the pages of metrics', () => {
  const api = useMonitoring();
  beforeEach(() => api.clock.set(NOW));

  const page = async (path: string): Promise<string> => (await api.get(path).expect(200)).text;
  /** Without tags, so that a text is what a person reads. */
  const words = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

  /** A load of 10 % three hours ago, 41 % and 20 % now. */
  async function givenLoad() {
    const type = await givenType(api.database);
    const resource = await givenResource(api.database, { type, name: 'web-1' });
    const definition = await givenDefinition(api.database, { type, displayName: 'System Load', unit: 'PERCENTAGE' });
    const { id } = await givenSchedule(api.database, { resource, definition });
    const points = [
      [3 * HOUR, 0.1],
      [20 * MINUTE, 0.4104671],
      [1, 0.2],
    ] as const;
    await api
      .post('/rest/metric/data/raw')
      .send(points.map(([before, value]) => ({ scheduleId: id, timeStamp: NOW - before, value })))
      .expect(204);
    return { id, resource, definition, type };
  }

  it('show values and axis in percent, and programs the fractions', async () => {
    const { id } = await givenLoad();
    const html = await page(`/rest/metric/data/${id}.html`);
    expect(words(html)).toContain('Lowest 10 % Average 23.7 % Highest 41 %');
    expect(html).toContain('>%</text>');
    expect(html).not.toContain('0.41');
    expect((await api.get(`/rest/metric/data/${id}`).expect(200)).body).toMatchObject({ max: 0.4104671 });
  });

  it('list what was measured under the chart, the newest first, without empty parts', async () => {
    const { id } = await givenLoad();
    const html = await page(`/rest/metric/data/${id}.html`);
    const times = [...html.matchAll(/role="rowheader">([^<]*)</g)].map(([, time]) => time!);
    expect(times).toHaveLength(3);
    expect([...times].sort().reverse()).toEqual(times);
  });

  it('lead to the last hour, eight hours, day and week', async () => {
    const { id } = await givenLoad();
    const html = await page(`/rest/metric/data/${id}.html`);
    const links = [...html.matchAll(/<a href="([^"]*startTime=[^"]*)">([^<]*)</g)].map(([, to, label]) => [
      label!,
      to!,
    ]);
    expect(links.map(([label]) => label)).toEqual(['1 h', '8 h', '24 h', '7 d']);
    expect(links[0]![1]).toBe(`/rest/metric/data/${id}.html?startTime=2026-01-15T11:00:00Z`);
    expect(words(await page(links[0]![1]!))).toContain('Lowest 20 %');
    expect(words(await page(links[3]![1]!))).toContain('Lowest 10 %');
  });

  it('take times in ISO 8601 and in milliseconds alike', async () => {
    const { id } = await givenLoad();
    const read = async (query: string) => (await api.get(`/rest/metric/data/${id}?${query}`).expect(200)).text;
    const inMs = await read(`startTime=${NOW - HOUR}&endTime=${NOW}`);
    expect(await read('startTime=2026-01-15T11:00:00Z&endTime=2026-01-15T12:00Z')).toBe(inMs);
    expect(await read('startTime=2026-01-15T13:00:00%2B02:00&endTime=2026-01-15T12:00:00.000Z')).toBe(inMs);
    await api.get(`/rest/metric/data/${id}?startTime=2026-02-31`).expect(406);
  });

  it('show raw values, baselines and call times in their units', async () => {
    const { id } = await givenLoad();
    expect(words(await page(`/rest/metric/data/${id}/raw.html`))).toContain('41 %');
    await api.put(`/rest/metric/data/${id}/baseline`).send({ min: 0.1, mean: 0.25, max: 0.5 }).expect(201);
    expect(words(await page(`/rest/metric/data/${id}/baseline.html`))).toContain(
      'Lower end 10 % Usual value 25 % Upper end 50 %',
    );
    const calls = await givenSchedule(api.database, { dataType: 'CALLTIME', unit: 'MILLISECONDS' });
    await api
      .put(`/rest/metric/data/${calls.id}/callTime`)
      .send([{ callDestination: '/index', beginTime: NOW - MINUTE, duration: 1500 }]);
    expect(words(await page(`/rest/metric/data/${calls.id}/callTime.html`))).toContain('1.5 s');
  });

  it('show the metrics of a group by name, in their units', async () => {
    const { resource, definition } = await givenLoad();
    const group = await givenGroup(api.database, { members: [resource] });
    const html = words(await page(`/rest/metric/data/group/${group.id}.html`));
    expect(html).toMatch(/System Load 10 % 23\.7 % 41 %/);
    expect(words(await page(`/rest/metric/data/group/${group.id}/${definition.id}.html`))).toContain('Highest 41 %');
  });
});
