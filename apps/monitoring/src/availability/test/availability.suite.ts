import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';
import { SUMMARY_EXAMPLE } from '../availability.controller';

const NOW = Date.UTC(2026, 0, 15, 12);
const DAY = 24 * 60 * 60 * 1000;

describe('availability', () => {
  const api = useMonitoring();
  const db = () => api.database;
  const put = (id: number, body: object) => api.put(`/rest/resource/${id}/availability`).send(body);
  const report = async (id: number, ...reports: [string, number][]): Promise<void> => {
    for (const [type, since] of reports) await put(id, { type, since, resourceId: id }).expect(204);
  };
  /** `[type, since, until]`, oldest first. */
  const timeline = (id: number): Promise<[string, number, number | null][]> =>
    db()
      .query<{ type: string; since: string; until: string | null }>(
        `SELECT a.type, a.since_ms AS since, a.until_ms AS until FROM availability_record a
          WHERE a.resource_id = $1 ORDER BY a.since_ms`,
        [id],
      )
      .then((rows) => rows.map((row) => [row.type, Number(row.since), row.until === null ? null : Number(row.until)]));

  describe('GET /rest/resource/{id}/availability', () => {
    it('returns UNKNOWN from the beginning without a report', async () => {
      const { id } = await givenResource(db());
      const expected = { since: 0, type: 'UNKNOWN', until: null, resourceId: id };
      await api.get(`/rest/resource/${id}/availability`).expect(200, expected);
      await db().query(`DELETE FROM availability_record WHERE resource_id = $1`, [id]);
      await api.get(`/rest/resource/${id}/availability`).expect(200, expected);
    });

    it('returns the last report in every representation', async () => {
      const { id } = await givenResource(db());
      await report(id, ['UP', 1_700_000_000_000]);
      await api
        .get(`/rest/resource/${id}/availability`)
        .expect(200, { since: 1_700_000_000_000, type: 'UP', until: null, resourceId: id });
      expect((await api.get(`/rest/resource/${id}/availability.xml`)).text).toBe(
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><availability><since>1700000000000</since>' +
          `<type>UP</type><resourceId>${id}</resourceId></availability>`,
      );
      expect((await api.get(`/rest/resource/${id}/availability.html`)).text).toContain('2023-11-14T22:13:20.000Z');
      expect((await api.get(`/rest/resource/${id}`)).body.availability).toBe('UP');
    });
  });

  describe('GET /rest/resource/{id}/availability/history', () => {
    it('lists records that overlap the requested time, newest first and unclipped', async () => {
      const { id } = await givenResource(db());
      await report(id, ['UP', 1000], ['DOWN', 5000], ['UP', 6000]);
      const history = async (query: string) => {
        const { body } = await api.get(`/rest/resource/${id}/availability/history?${query}`).expect(200);
        return (body as { type: string; since: number; until: number | null }[]).map((a) => [a.type, a.since, a.until]);
      };
      const [unknown, up, down, again] = [
        ['UNKNOWN', 0, 1000],
        ['UP', 1000, 5000],
        ['DOWN', 5000, 6000],
        ['UP', 6000, null],
      ];
      expect(await history('start=2000&end=5500')).toEqual([down, up]);
      expect(await history('start=5000&end=5000')).toEqual([down, up]);
      expect(await history('start=1&end=1')).toEqual([unknown]);
      expect(await history('start=6001')).toEqual([again]);
      expect(await history('')).toEqual([again]);
      expect(await history('start=0&end=0')).toEqual([again]);
      expect(await history(`end=${5999}`)).toEqual([down, up, unknown]);
    });

    it('covers 30 days by default', async () => {
      const { id } = await givenResource(db());
      await report(id, ['UP', NOW - 40 * DAY], ['DOWN', NOW - 30 * DAY], ['UP', NOW - DAY]);
      const { body } = await api.get(`/rest/resource/${id}/availability/history`).expect(200);
      expect((body as { type: string }[]).map(({ type }) => type)).toEqual(['UP', 'DOWN', 'UP']);
      await db().query(
        `UPDATE availability_record SET since_ms = since_ms - 1 WHERE resource_id = $1 AND type = 'DOWN'`,
        [id],
      );
      await db().query(
        `UPDATE availability_record SET until_ms = until_ms - 1 WHERE resource_id = $1 AND until_ms = $2`,
        [id, NOW - 30 * DAY],
      );
      const later = await api.get(`/rest/resource/${id}/availability/history`).expect(200);
      expect((later.body as { type: string }[]).map(({ type }) => type)).toEqual(['UP', 'DOWN']);
    });

    it.each(['start=2000&end=1999', 'start=x', `start=${NOW + 1}`])('refuses %s', async (query) => {
      const { id } = await givenResource(db());
      await api.get(`/rest/resource/${id}/availability/history?${query}`).expect(406);
    });

    it('is not truncated', async () => {
      const { id } = await givenResource(db());
      await db().query(`UPDATE availability_record SET until_ms = 1000 WHERE resource_id = $1`, [id]);
      await db().query(
        `INSERT INTO availability_record (resource_id, type, since_ms, until_ms)
         SELECT $1, CASE n % 2 WHEN 0 THEN 'UP' ELSE 'DOWN' END, n * 1000, CASE WHEN n < 500 THEN (n + 1) * 1000 END
           FROM generate_series(1, 500) n`,
        [id],
      );
      const { body } = await api.get(`/rest/resource/${id}/availability/history?start=1`).expect(200);
      expect(body).toHaveLength(501);
    });
  });

  it('GET /rest/resource/{id}/availability/summary sums up the timeline', async () => {
    const { id } = await givenResource(db());
    await report(
      id,
      ['UP', NOW - 19000],
      ['DOWN', NOW - 15000],
      ['UP', NOW - 14000],
      ['DOWN', NOW - 9000],
      ['UP', NOW - 7000],
    );
    const { body } = await api.get(`/rest/resource/${id}/availability/summary`).expect(200);
    expect(body).toEqual({ ...SUMMARY_EXAMPLE, currentTime: NOW, lastChange: NOW - 7000, resourceId: id });
    const { text } = await api.get(`/rest/resource/${id}/availability/summary.xml`).expect(200);
    expect(text).toContain('<availabilitySummary><currentTime>');
    expect(text).toContain('<upPercentage>0.8421052631578947</upPercentage>');
  });

  describe('PUT /rest/resource/{id}/availability', () => {
    it('accepts reports, late ones too, and repeats of them', async () => {
      const { id } = await givenResource(db());
      for (let round = 0; round < 2; round++) {
        await report(id, ['UP', 1000], ['DOWN', 9000], ['DOWN', 5000], ['DISABLED', 3000]);
        expect(await timeline(id)).toEqual([
          ['UNKNOWN', 0, 1000],
          ['UP', 1000, 3000],
          ['DISABLED', 3000, 5000],
          ['DOWN', 5000, null],
        ]);
      }
      expect((await api.get(`/rest/resource/${id}`)).body.availability).toBe('DOWN');
    });

    it('accepts XML, numbers as text, and its own representation', async () => {
      const { id } = await givenResource(db());
      const send = (type: string, body: string) =>
        api.put(`/rest/resource/${id}/availability`).set('Content-Type', type).send(body).expect(204);
      await send('application/xml', `<availability><since>1000</since><type>UP</type></availability>`);
      await send('application/vnd.acme+json', `{"since":"2000","type":"DOWN","until":99}`);
      const before = await timeline(id);
      await send('application/json', (await api.get(`/rest/resource/${id}/availability`)).text);
      await send('text/xml', (await api.get(`/rest/resource/${id}/availability.xml`)).text);
      expect(await timeline(id)).toEqual(before);
      expect(before).toEqual([
        ['UNKNOWN', 0, 1000],
        ['UP', 1000, 2000],
        ['DOWN', 2000, null],
      ]);
    });

    it('uses the time of the server when none is given, and accepts any Accept', async () => {
      const { id } = await givenResource(db());
      await put(id, { type: 'UP' }).set('Accept', 'image/png').expect(204);
      expect(await timeline(id)).toEqual([
        ['UNKNOWN', 0, NOW],
        ['UP', NOW, null],
      ]);
    });

    it('rejects times more than a day ahead, after which no report of today would count', async () => {
      const { id } = await givenResource(db());
      const at = (since: number) => put(id, { type: 'UP', since });
      const { headers } = await at(NOW + DAY + 1).expect(406);
      expect(headers['x-error-type']).toBe('invalid_content');
      await at(NOW + DAY).expect(204);
    });

    it('changes the entity tag of the resource', async () => {
      const { id } = await givenResource(db());
      const { headers } = await api.get(`/rest/resource/${id}`);
      await report(id, ['UP', 1000]);
      await api.get(`/rest/resource/${id}`).set('If-None-Match', headers.etag!).expect(200);
      await api.get(`/rest/resource/${id}`).set('If-Modified-Since', headers['last-modified']!).expect(200);
    });

    it('disables until UNKNOWN is reported', async () => {
      const { id } = await givenResource(db());
      await report(id, ['DISABLED', 1000], ['UP', 2000], ['UP', 500]);
      expect((await timeline(id)).at(-1)).toEqual(['DISABLED', 1000, null]);
      await report(id, ['UNKNOWN', 3000], ['UP', 4000]);
      expect((await timeline(id)).at(-1)).toEqual(['UP', 4000, null]);
    });

    it.each([
      ['DOWN', 'COMMITTED', 'DOWN'],
      ['UNINVENTORY', 'UNINVENTORIED', 'UNKNOWN'],
      ['IGNORE', 'IGNORED', 'UNKNOWN'],
    ])('treats MISSING by the policy %s', async (missing_policy, status, availability) => {
      const type = await givenType(db(), { missing_policy });
      const { id } = await givenResource(db(), { type });
      await report(id, ['MISSING', 1000]);
      expect((await api.get(`/rest/resource/${id}`)).body).toMatchObject({ status, availability });
    });

    it('ignores reports on resources that are not in inventory', async () => {
      const { id } = await givenResource(db(), { status: 'NEW' });
      await report(id, ['UP', 1000]);
      expect(await timeline(id)).toEqual([['UNKNOWN', 0, null]]);
    });

    it.each([
      ['another resource', { type: 'UP', resourceId: 7 }],
      ['no type', { since: 1 }],
      ['an unknown type', { type: 'BROKEN' }],
      ['a type in another case', { type: 'up' }],
      ['a time that is none', { type: 'UP', since: 'yesterday' }],
      ['a time before the epoch', { type: 'UP', since: -1 }],
      ['a list', []],
    ])('refuses %s', async (_case, body) => {
      const { id } = await givenResource(db());
      const { headers } = await put(id, body).expect(406);
      expect(headers['x-error-type']).toBe('invalid_content');
    });

    it('refuses to disable a platform, and a missing or broken body', async () => {
      const platform = await givenType(db(), { category: 'PLATFORM' });
      const { id } = await givenResource(db(), { type: platform });
      await put(id, { type: 'DISABLED' }).expect(406);
      const send = (body?: string) =>
        api.put(`/rest/resource/${id}/availability`).set('Content-Type', 'application/json').send(body);
      await send().expect(406);
      await send('{"type":').expect(406);
      await send('null').expect(406);
      await api.put(`/rest/resource/${id}/availability`).type('application/pdf').send('x').expect(415);
    });

    it('checks the resource first, then the permission, then the body', async () => {
      await api.put('/rest/resource/42/availability').expect(404);
      const { id } = await givenResource(db());
      const operator = api.as({ roles: ['operator'] });
      await operator.put('/rest/resource/42/availability').send({}).expect(404);
      const { headers } = await operator.put(`/rest/resource/${id}/availability`).expect(403);
      expect(headers['x-error-type']).toBe('insufficient_scope');
    });

    it('applies concurrent reports one after another', async () => {
      const { id } = await givenResource(db());
      const types = ['UP', 'DOWN'];
      const reports = Array.from({ length: 20 }, (_, index) => ({ type: types[index % 2], since: 1000 + index * 10 }));
      await Promise.all(reports.map((body) => put(id, body).expect(204)));
      const stretches = await timeline(id);
      expect(stretches.slice(1).map(([, since]) => since)).toEqual(stretches.slice(0, -1).map(([, , until]) => until));
      expect(stretches.filter(([, , until]) => until === null)).toHaveLength(1);
    });
  });

  it.each(['', '/history', '/summary'])('reads of %s are refused for unknown and hidden resources', async (path) => {
    const { id } = await givenResource(db());
    const seen = await givenResource(db());
    await givenGroup(db(), { members: [seen], roles: ['viewer'] });
    await api.get(`/rest/resource/42/availability${path}`).expect(404);
    await api.get(`/rest/resource/x/availability${path}`).expect(404);
    await api
      .as({ roles: ['viewer'] })
      .get(`/rest/resource/${id}/availability${path}`)
      .expect(403);
    await api
      .as({ roles: ['viewer'] })
      .get(`/rest/resource/${seen.id}/availability${path}`)
      .expect(200);
  });
});
