import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { givenSchedule } from './given-metrics';

const NOW = Date.UTC(2026, 0, 15, 12);
const DAY = 86_400_000;

describe('traits', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const given = () => givenSchedule(db(), { dataType: 'TRAIT' });
  const put = (id: number, time: number, value: unknown) =>
    api.put(`/rest/metric/data/${id}/trait/${NOW + time}`).send({ value });
  const current = async (id: number): Promise<string> =>
    ((await api.get(`/rest/metric/data/${id}/trait`).expect(200)).body as { value: string }).value;
  const history = async (id: number): Promise<[number, string][]> => {
    const rows = await db().query<{ time_ms: string; value: string }>(
      `SELECT time_ms, value FROM trait_value WHERE schedule_id = $1 ORDER BY time_ms`,
      [id],
    );
    return rows.map(({ time_ms, value }) => [Number(time_ms) - NOW, value]);
  };

  it('are stored when they differ from the value with the latest time', async () => {
    const { id } = await given();
    await api.get(`/rest/metric/data/${id}/trait`).expect(404);
    const { text } = await put(id, 0, 'Linux').expect(200);
    expect(text).toBe('');
    await put(id, 5, 'Linux').expect(200);
    await put(id, -5, 'Linux').expect(200);
    expect(await history(id)).toEqual([[0, 'Linux']]);
    await put(id, -10, 'Unix').expect(200);
    expect(await current(id)).toBe('Linux');
    await put(id, 0, 'BSD').expect(200);
    await put(id, 7, '').expect(200);
    expect(await history(id)).toEqual([
      [-10, 'Unix'],
      [0, 'BSD'],
      [7, ''],
    ]);
    expect(await current(id)).toBe('');
    expect((await api.get(`/rest/metric/data/${id}/trait.xml`)).text).toContain('<value value=""/>');
  });

  it('are cut to 4000 bytes between characters', async () => {
    const { id } = await given();
    await put(id, 0, `x${'é'.repeat(3000)}`).expect(200);
    expect(await current(id)).toBe(`x${'é'.repeat(1999)}`);
    await put(id, 1, `x${'é'.repeat(1999)}`).expect(200);
    expect(await history(id)).toHaveLength(1);
  });

  it('are refused when they are too old, null, or not for a trait', async () => {
    const { id } = await given();
    await put(id, -7 * DAY - 1, 'x').expect(406);
    await put(id, 0, null).expect(406);
    await api.put(`/rest/metric/data/${id}/trait/${NOW}`).expect(406);
    await put(14, 0, 'x').expect(404);
    const numeric = await givenSchedule(db());
    await put(numeric.id, 0, 'x').expect(406);
    await api.get(`/rest/metric/data/${numeric.id}/trait`).expect(406);
    await api.get('/rest/metric/data/14/trait').expect(404);
    expect(await history(id)).toEqual([]);
  });

  it('submitted at once leave one value of each kind', async () => {
    const { id } = await given();
    await Promise.all(Array.from({ length: 10 }, (_, i) => put(id, i, 'same').expect(200)));
    expect(await history(id)).toHaveLength(1);
  });
});

describe('baselines', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const put = (id: number, body?: object) => api.put(`/rest/metric/data/${id}/baseline`).send(body);

  it('are entered and read, computed at server time', async () => {
    const { id } = await givenSchedule(db(), { numericType: 'TRENDSUP' });
    await api.get(`/rest/metric/data/${id}/baseline`).expect(404);
    await db().query(`INSERT INTO metric_out_of_bounds (schedule_id, factor, time_ms) VALUES ($1, 50, 1)`, [id]);
    for (const body of [
      { min: 0, max: 2, mean: 1, computeTime: 5 },
      { min: 3, max: 3, mean: 3 },
    ]) {
      const { text, headers } = await put(id, body).expect(201);
      expect(text).toBe('');
      expect(headers['location']).toBe(`${PUBLIC_URL}/rest/metric/data/${id}/baseline`);
      await api.get(`/rest/metric/data/${id}/baseline`).expect(200, { ...body, computeTime: NOW });
    }
    expect(await db().query(`SELECT 1 FROM metric_out_of_bounds WHERE schedule_id = $1`, [id])).toEqual([]);
    expect((await api.get(`/rest/metric/data/${id}/baseline.xml`)).text).toContain(
      `<baseline><min>3</min><max>3</max><mean>3</mean><computeTime>${NOW}</computeTime></baseline>`,
    );
  });

  it.each([
    ['a mean below', { min: 1, max: 2, mean: 0.9 }],
    ['a mean above', { min: 1, max: 2, mean: 2.1 }],
    ['bounds the wrong way round', { min: 2, max: 1, mean: 1.5 }],
    ['no mean', { min: 1, max: 2 }],
    ['NaN', { min: 'NaN', max: 2, mean: 1 }],
    ['nothing', undefined],
  ])('are refused with %s', async (_name, body) => {
    const { id } = await givenSchedule(db());
    await put(id, body).expect(406);
    await api.get(`/rest/metric/data/${id}/baseline`).expect(404);
  });

  it('are refused for unknown schedules, those without numbers, and without permission', async () => {
    const { id } = await givenSchedule(db());
    const trait = await givenSchedule(db(), { dataType: 'TRAIT' });
    const body = { min: 0, max: 2, mean: 1 };
    await put(14, {}).expect(404);
    await put(trait.id, body).expect(406);
    await api.get(`/rest/metric/data/${trait.id}/baseline`).expect(406);
    await api.get('/rest/metric/data/14/baseline').expect(404);
    await api
      .as({ roles: ['viewer'] })
      .put(`/rest/metric/data/${id}/baseline`)
      .send({})
      .expect(403);
  });
});
