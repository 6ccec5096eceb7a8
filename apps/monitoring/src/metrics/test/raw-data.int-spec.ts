import http, { type IncomingMessage } from 'node:http';
import { useMonitoring } from '../../test/use-monitoring';
import { splitWindow } from '../data/metric-data.service';
import { MetricWriter } from '../storage/metric-writer';
import { watchStatements } from './count-statements';
import { givenSchedule } from './given-metrics';

const NOW = Date.UTC(2026, 0, 15, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DAY_SECONDS = 86_400;

describe('GET /rest/metric/data/{scheduleId}/raw', () => {
  const api = useMonitoring(() => ({ JSONP: 'on' }));
  const db = () => api.database;
  const given = async (...times: number[]): Promise<number> => {
    const { id } = await givenSchedule(db());
    const points = times.map((time, i) => ({ scheduleId: id, timeStamp: NOW + time, value: i + 0.5 }));
    await api.post('/rest/metric/data/raw').send(points).expect(204);
    return id;
  };
  const times = async (id: number, query: string): Promise<number[]> => {
    const { body } = await api.get(`/rest/metric/data/${id}/raw?${query}`).expect(200);
    return (body as { timeStamp: number }[]).map(({ timeStamp }) => timeStamp - NOW);
  };
  beforeEach(() => api.clock.set(NOW));

  it('reads 8 hours by default, start inclusive, end exclusive, ascending', async () => {
    const id = await given(0, -1, -8 * HOUR, -8 * HOUR - 1, 1);
    expect(await times(id, '')).toEqual([-8 * HOUR, -1]);
    expect(await times(id, `startTime=0&endTime=0&duration=0`)).toEqual([-8 * HOUR, -1]);
    expect(await times(id, `endTime=${NOW - 1}`)).toEqual([-8 * HOUR - 1, -8 * HOUR]);
    expect(await times(id, `startTime=${NOW - 8 * HOUR - 1}`)).toEqual([-8 * HOUR - 1, -8 * HOUR, -1]);
    expect(await times(id, `startTime=${NOW - 8 * HOUR - 1}&duration=2`)).toEqual([-1]);
    expect(await times(id, `endTime=${NOW + 1000 * DAY}&startTime=${NOW}`)).toEqual([0, 1]);
  });

  it('finds a value at exactly one time, and nothing when the end is before the start', async () => {
    const id = await given(-5);
    expect(await times(id, `startTime=${NOW - 5}&endTime=${NOW - 5}`)).toEqual([-5]);
    expect(await times(id, `startTime=${NOW - 5}&endTime=${NOW - 6}`)).toEqual([]);
  });

  it('refuses starts more than 7 days ago, unknown schedules and those without numbers', async () => {
    const id = await given(-7 * DAY);
    expect(await times(id, `startTime=${NOW - 7 * DAY}`)).toEqual([-7 * DAY]);
    await api.get(`/rest/metric/data/${id}/raw?startTime=${NOW - 7 * DAY - 1}`).expect(406);
    await api.get(`/rest/metric/data/${id}/raw?duration=${7 * DAY + 1}`).expect(406);
    await api.get(`/rest/metric/data/${id}/raw?duration=x`).expect(406);
    await api.get('/rest/metric/data/14/raw').expect(404);
    const trait = await givenSchedule(db(), { dataType: 'TRAIT' });
    await api.get(`/rest/metric/data/${trait.id}/raw`).expect(406);
  });

  it('is the same list in JSON, XML, HTML and JSONP, compressed on request', async () => {
    const id = await given(-2, -1);
    const path = `/rest/metric/data/${id}/raw`;
    const json = `[{"scheduleId":${id},"timeStamp":${NOW - 2},"value":0.5},{"scheduleId":${id},"timeStamp":${NOW - 1},"value":1.5}]`;
    const plain = await api.get(path).set('Accept-Encoding', 'identity').expect(200);
    expect(plain.text).toBe(json);
    expect(plain.headers['content-type']).toBe('application/json');
    const compressed = await api.get(path).set('Accept-Encoding', 'gzip').expect(200);
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.text).toBe(json);
    expect((await api.get(`${path}.xml`).expect(200)).text).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><collection>' +
        `<numericDataPoint scheduleId="${id}" timeStamp="${NOW - 2}" value="0.5"/>` +
        `<numericDataPoint scheduleId="${id}" timeStamp="${NOW - 1}" value="1.5"/></collection>`,
    );
    const page = (await api.get(`${path}.html`).expect(200)).text;
    expect(page).toContain(
      '<td role="cell" data-label="Time">2026-01-15T11:59:59.998Z</td><td role="cell" data-label="Value">0.5</td></tr>',
    );
    expect(page).toMatch(/<\/html>\s*$/);
    expect((await api.get(`${path}?jsonp=show`).expect(200)).text).toBe(`show(${json});`);
    const head = await api.head(path).expect(200);
    expect(head.headers['content-type']).toBe('application/json');
    const none = await givenSchedule(db());
    expect((await api.get(`/rest/metric/data/${none.id}/raw`).expect(200)).text).toBe('[]');
    expect((await api.get(`/rest/metric/data/${none.id}/raw.xml`).expect(200)).text).toContain('<collection/>');
  });

  it('reads no further ahead than the client does, so that a week takes no more memory than an hour', async () => {
    const { id } = await givenSchedule(db());
    const start = NOW - 7 * DAY;
    const [count, perRequest] = [7 * DAY_SECONDS, 151_200];
    for (let from = 0; from < count; from += perRequest) {
      await api.service.app.get(MetricWriter, { strict: false }).write({
        scheduleIds: new Int32Array(perRequest).fill(id),
        times: Float64Array.from({ length: perRequest }, (_, i) => start + (from + i) * 1000),
        values: Float64Array.from({ length: perRequest }, (_, i) => i / 4),
      });
    }
    const address = `${api.url}/rest/metric/data/${id}/raw?startTime=${start}`;
    const headers = { ...api.credentialsOf(), 'Accept-Encoding': 'identity' };
    const watch = watchStatements();
    try {
      const response = await new Promise<IncomingMessage>((resolve) => http.get(address, { headers }, resolve));
      expect(response.statusCode).toBe(200);
      // Nobody reads, so only the buffers of the sockets fill, some megabytes of thirty-five.
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(watch.count).toBeLessThan(20);
      const { bytes, end } = await readAll(response);
      expect(watch.count).toBeGreaterThan(25);
      expect(bytes).toBeGreaterThan(count * 50);
      expect(end).toMatch(/\}\]$/);
    } finally {
      watch.stop();
    }
  });

  async function readAll(response: IncomingMessage): Promise<{ bytes: number; end: string }> {
    let bytes = 0;
    let end = '';
    for await (const block of response as AsyncIterable<Buffer>) {
      bytes += block.length;
      end = (end + block.subarray(-10).toString()).slice(-10);
    }
    return { bytes, end };
  }
});

describe('the pieces of a raw read', () => {
  it.each([
    ['a moment', { start: NOW, end: NOW + 1 }],
    ['a week', { start: NOW - 7 * DAY, end: NOW }],
    ['everything to come', { start: NOW - HOUR, end: NOW + 100_000 * DAY }],
    ['the future', { start: NOW + 10 * DAY, end: NOW + 100_000 * DAY }],
  ])('cover %s exactly', (_name, window) => {
    const pieces = [...splitWindow(window, NOW)];
    expect(pieces.length).toBeLessThan(40);
    expect(pieces[0]!.start).toBe(window.start);
    expect(pieces.at(-1)!.end).toBe(window.end);
    for (let i = 1; i < pieces.length; i++) expect(pieces[i]!.start).toBe(pieces[i - 1]!.end);
  });

  it('are empty when the window ends before it starts', () => {
    expect([...splitWindow({ start: NOW, end: NOW - 1 }, NOW)]).toEqual([]);
    expect([...splitWindow({ start: NOW + 9 * DAY, end: NOW + 8 * DAY }, NOW)]).toEqual([]);
  });
});
