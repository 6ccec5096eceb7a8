import { useMonitoring, PUBLIC_URL } from '../../test/use-monitoring';
import { givenSchedule } from './given-metrics';

const NOW = Date.UTC(2026, 0, 15, 12);
const CHANGED = 1_700_000_000_000;

describe('/rest/metric/schedule/{id}', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const put = (id: number, body?: object) => api.put(`/rest/metric/schedule/${id}`).send(body);

  it('is shown with its links, a tag and the time of its last change', async () => {
    const { id, resourceId, definitionId } = await givenSchedule(db(), { name: 'm', displayName: 'M', unit: 'BYTES' });
    const { body, headers } = await api.get(`/rest/metric/schedule/${id}`).expect(200);
    const href = (path: string) => ({ href: PUBLIC_URL + path });
    expect(body).toEqual({
      scheduleId: id,
      scheduleName: 'm',
      enabled: true,
      collectionInterval: 600_000,
      displayName: 'M',
      unit: 'B',
      type: 'MEASUREMENT',
      definitionId,
      mtime: CHANGED,
      links: [
        { metric: href(`/rest/metric/data/${id}`) },
        { resource: href(`/rest/resource/${resourceId}`) },
        { edit: href(`/rest/metric/schedule/${id}`) },
        { self: href(`/rest/metric/schedule/${id}`) },
        { coregui: href(`/console/inventory/${resourceId}/schedules`) },
      ],
    });
    expect(headers['cache-control']).toBe('private, no-cache');
    await api.get(`/rest/metric/schedule/${id}`).set('If-None-Match', headers['etag']!).expect(304);
    await api.get(`/rest/metric/schedule/${id}`).set('If-Modified-Since', headers['last-modified']!).expect(304);
    const { text } = await api.get(`/rest/metric/schedule/${id}.xml`).expect(200);
    expect(text).toContain(`<metricSchedule><scheduleId>${id}</scheduleId>`);
    expect(text).not.toContain('mtime');
    const trait = await givenSchedule(db(), { dataType: 'TRAIT' });
    const { body: shown } = await api.get(`/rest/metric/schedule/${trait.id}`).expect(200);
    expect((shown as { links: object[] }).links.flatMap((link) => Object.keys(link))).not.toContain('metric');
    await api.get('/rest/metric/schedule/14').expect(404);
  });

  it('changes the given fields, keeps the rest, and has another tag then', async () => {
    const { id } = await givenSchedule(db());
    const before = await api.get(`/rest/metric/schedule/${id}`).expect(200);
    const { body, headers } = await put(id, { enabled: false, unit: 'x', scheduleId: 7, links: [] }).expect(200);
    expect(body).toMatchObject({ scheduleId: id, enabled: false, collectionInterval: 600_000, mtime: NOW });
    expect(headers['etag']).not.toBe(before.headers['etag']);
    const after = await api
      .get(`/rest/metric/schedule/${id}`)
      .set('If-None-Match', before.headers['etag']!)
      .expect(200);
    expect(after.headers['etag']).toBe(headers['etag']);
    expect(after.body).toEqual(body);
    const second = await put(id, { collectionInterval: 45_000 }).expect(200);
    expect(second.body).toMatchObject({ enabled: false, collectionInterval: 45_000, mtime: NOW + 1 });
    expect((await put(id, {}).expect(200)).body).toMatchObject({ enabled: false, collectionInterval: 45_000 });
  });

  it.each([0, -5, 29_999])('raises an interval of %d to 30 s', async (collectionInterval) => {
    const { id } = await givenSchedule(db(), { dataType: 'TRAIT' });
    expect((await put(id, { collectionInterval }).expect(200)).body).toMatchObject({ collectionInterval: 30_000 });
  });

  it('is changed only in the version of If-Match, where the client sends one', async () => {
    const { id } = await givenSchedule(db());
    const { headers } = await api.get(`/rest/metric/schedule/${id}`);
    await put(id, { enabled: false }).set('If-Match', headers['etag']!).expect(200);
    await put(id, { enabled: true }).set('If-Match', headers['etag']!).expect(412);
    expect((await api.get(`/rest/metric/schedule/${id}`)).body).toMatchObject({ enabled: false });
  });

  it('refuses unknown ids first, then callers without the permission, then bad bodies', async () => {
    const { id } = await givenSchedule(db());
    await put(14).expect(404);
    await put(14, { enabled: 'maybe' }).expect(404);
    await api
      .as({ roles: ['viewer'] })
      .put(`/rest/metric/schedule/${id}`)
      .send({ enabled: 'maybe' })
      .expect(403);
    await put(id).expect(406);
    await put(id, { enabled: 'maybe' }).expect(406);
    await put(id, { collectionInterval: 'soon' }).expect(406);
  });
});
