import type { AvailabilityType } from '@wardstone/dto/monitoring';
import { givenSchedule } from '../../metrics/test/given-metrics';
import { givenResource, givenType } from '../given-inventory';
import { useMonitoring } from '../use-monitoring';

/** Characters that markup has to escape. */
const ODD_TEXT = ` "a" & 'b' <c>]]> \t\r\n line\n\u0085\u2028é𝄞  `;

/** A client may send back a record unchanged, without a refusal. */
describe.each(['json', 'xml', 'jsonw'])('a record read in .%s and sent back', (suffix) => {
  const api = useMonitoring();
  const db = () => api.database;
  const read = async (path: string): Promise<{ text: string; type: string; tag: string }> => {
    const { text, headers } = await api.get(path).buffer(true).expect(200);
    return { text, type: headers['content-type']!, tag: headers['etag']! };
  };
  const inSuffix = (path: string): Promise<{ text: string; type: string; tag: string }> => {
    const [bare = '', query] = path.split('?');
    return read(`${bare}.${suffix}${query === undefined ? '' : `?${query}`}`);
  };
  const sendBack = (path: string, { text, type }: { text: string; type: string }) =>
    api.put(path).set('Content-Type', type).send(text);
  const areaHasWrapped = suffix === 'jsonw';

  it.each(['PLATFORM', 'SERVER', 'SERVICE'] as const)(
    'is accepted for a %s, also while its ETag is the same',
    async (category) => {
      const parent = category === 'PLATFORM' ? null : await givenResource(db(), { name: ODD_TEXT });
      const { id } = await givenResource(db(), {
        name: ODD_TEXT,
        type: await givenType(db(), { category }),
        parent,
        description: ODD_TEXT,
        location: category === 'SERVICE' ? null : ODD_TEXT,
        availability: 'UP',
      });
      const path = `/rest/resource/${id}`;
      const stored = () => db().query(`SELECT r.* FROM resource r WHERE r.id = $1`, [id]);
      const before = await stored();
      const sent = await inSuffix(path);
      await sendBack(path, sent).set('If-Match', sent.tag).expect(200);
      expect(await stored()).toEqual(before);
      expect(await inSuffix(path)).toEqual(sent);
    },
  );

  it('is accepted for every resource of a list', async () => {
    const parent = await givenResource(db(), { type: await givenType(db(), { category: 'PLATFORM' }) });
    await givenResource(db(), { name: 'first', parent, description: ODD_TEXT });
    await givenResource(db(), { name: 'second', parent, location: '' });
    const { text, type } = await inSuffix(`/rest/resource/${parent.id}/children`);
    const items = type.endsWith('json')
      ? toItems(JSON.parse(text)).map((item) => JSON.stringify(item))
      : text.match(/<resource>.*?<\/resource>/gs)!;
    expect(items).toHaveLength(2);
    for (const item of items) {
      const id = /resourceId(?:>|":)(\d+)/.exec(item)![1]!;
      const before = await read(`/rest/resource/${id}`);
      await sendBack(`/rest/resource/${id}`, { text: item, type }).expect(200);
      expect(await read(`/rest/resource/${id}`)).toEqual(before);
    }
  });

  it('is accepted for a platform that is created once more', async () => {
    const order = { resourceName: 'again', typeName: 'Linux' };
    const { body } = await api.post('/rest/resource/platforms').send(order).expect(201);
    const { resourceId } = body as { resourceId: number };
    const { text, type } = await inSuffix(`/rest/resource/${resourceId}`);
    const again = await api.post('/rest/resource/platforms').set('Content-Type', type).send(text).expect(201);
    expect(again.body).toEqual(body);
  });

  it.each<AvailabilityType | 'never reported'>(['UP', 'DOWN', 'DISABLED', 'UNKNOWN', 'never reported'])(
    'is accepted for availability that is %s',
    async (availability) => {
      const { id } = await givenResource(db());
      const path = `/rest/resource/${id}/availability`;
      const since = api.clock.now() - 60_000;
      const reports =
        availability === 'never reported'
          ? []
          : [
              { type: 'UP', since },
              { type: availability, since: since + 1 },
            ];
      for (const report of reports) await api.put(path).send(report).expect(204);
      const history = await read(`${path}/history`);
      await sendBack(path, await inSuffix(path)).expect(204);
      expect(await read(`${path}/history`)).toEqual(history);
    },
  );

  if (areaHasWrapped) return;

  it('is accepted for a schedule, also while its ETag is the same', async () => {
    const { id } = await givenSchedule(db(), { displayName: ODD_TEXT, unit: 'BYTES', isEnabled: false });
    const path = `/rest/metric/schedule/${id}`;
    const { mtime: _mtime, ...before } = JSON.parse((await read(path)).text) as { mtime: number };
    const sent = await inSuffix(path);
    await sendBack(path, sent).set('If-Match', sent.tag).expect(200);
    expect(JSON.parse((await read(path)).text)).toMatchObject(before);
  });

  it('is accepted for a plugin, enabled or not, also while its ETag is the same', async () => {
    const [row] = await db().query<{ id: number }>(`SELECT p.id FROM plugin p WHERE p.name = 'Demo'`);
    const path = `/rest/plugins/${row!.id}`;
    for (const enabled of [false, true]) {
      await api.put(`${path}?enabled=${enabled}`).expect(200);
      const sent = await inSuffix(path);
      await sendBack(path, sent).set('If-Match', sent.tag).expect(200);
      expect(await inSuffix(path)).toEqual(sent);
      expect((await api.get(path)).body).toMatchObject({ enabled });
    }
  });

  it('is accepted for a baseline', async () => {
    const { id } = await givenSchedule(db());
    const path = `/rest/metric/data/${id}/baseline`;
    await api.put(path).send({ min: -1.5e-7, mean: 0.1, max: 3e21 }).expect(201);
    const sent = await inSuffix(path);
    await sendBack(path, sent).expect(201);
    expect(await inSuffix(path)).toEqual(sent);
  });

  it('is accepted for a trait', async () => {
    const { id } = await givenSchedule(db(), { dataType: 'TRAIT' });
    const path = `/rest/metric/data/${id}/trait`;
    const now = api.clock.now();
    await api
      .put(`${path}/${now - 2}`)
      .send({ value: ODD_TEXT })
      .expect(200);
    const sent = await inSuffix(path);
    await sendBack(`${path}/${now - 1}`, sent).expect(200);
    expect(await inSuffix(path)).toEqual(sent);
  });

  it('is accepted for a list of values, which replace themselves', async () => {
    const { id } = await givenSchedule(db());
    const now = api.clock.now();
    const points = [1e21, -0.1, 0, 1 / 3].map((value, index) => ({
      scheduleId: id,
      timeStamp: now - 9 + index,
      value,
    }));
    await api.post('/rest/metric/data/raw').send(points).expect(204);
    const sent = await inSuffix(`/rest/metric/data/${id}/raw`);
    await api.post('/rest/metric/data/raw').set('Content-Type', sent.type).send(sent.text).expect(204);
    expect((await inSuffix(`/rest/metric/data/${id}/raw`)).text).toBe(sent.text);
    expect(JSON.parse((await read(`/rest/metric/data/${id}/raw`)).text)).toEqual(points);
  });
});

/** The records of a list, which wrapped JSON has inside. */
function toItems(list: unknown): object[] {
  return Array.isArray(list) ? (list as object[]) : (list as { data: object[] }).data;
}
