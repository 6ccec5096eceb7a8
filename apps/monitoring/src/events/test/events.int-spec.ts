import { gzipSync } from 'node:zlib';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { EventService } from '../event.service';
import { EventStore, type StoredEvent } from '../event-store';

const NOW = Date.UTC(2026, 0, 15, 12);
const DAY = 24 * 60 * 60 * 1000;

interface Listed {
  id: number;
  detail: string;
  timestamp: number;
  severity: string;
  sourceId: number;
}

describe('events', () => {
  const api = useMonitoring(() => ({ EVENTS_PER_REQUEST: '10000' }));
  const db = () => api.database;
  let resource: { id: number };
  let type: { id: number };

  beforeEach(async () => {
    type = await givenType(db());
    for (const name of ['Event Log', 'accessLog']) {
      await db().query(
        `INSERT INTO event_definition (resource_type_id, name, display_name, description) VALUES ($1, $2, $3, $4)`,
        [type.id, name, `The ${name}`, name === 'accessLog' ? null : 'what happens'],
      );
    }
    resource = await givenResource(db(), { type });
  });

  const createSource = (body: object, id = resource.id) => api.post(`/rest/event/${id}/sources`).send(body);
  const givenSource = async (location = '/var/log/messages', name = 'Event Log', id = resource.id): Promise<number> =>
    ((await createSource({ name, location }, id).expect(200)).body as { id: number }).id;
  const submit = (source: number, body: unknown) =>
    api.post(`/rest/event/source/${source}/events`).send(body as object);
  const details = (body: unknown): string[] => (body as Listed[]).map(({ detail }) => detail);
  const toLinks = (headers: Record<string, string>): string[] =>
    [...(headers['link'] ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel!);
  const aBatch = (count: number, first = 0) =>
    Array.from({ length: count }, (_, index) => ({
      severity: 'INFO',
      detail: `event ${first + index}`,
      timestamp: 1000 + first + index,
    }));

  describe('sources', () => {
    it('are created once per definition and location', async () => {
      const { body, headers } = await createSource({ name: 'Event Log', location: '/a', resourceId: 7, id: 9 }).expect(
        200,
      );
      expect(body).toEqual({
        id: expect.any(Number),
        name: 'Event Log',
        displayName: 'The Event Log',
        location: '/a',
        resourceId: resource.id,
        description: 'what happens',
      });
      expect(body.id).toBeGreaterThan(10000);
      expect(headers['location']).toBe(`${PUBLIC_URL}/rest/event/source/${body.id}`);
      const repeat = await createSource({ name: 'Event Log', location: '/a' }).expect(406);
      expect(repeat.headers['x-error-type']).toBe('event_source_exists');
      const other = await givenResource(db(), { type });
      const second = await givenSource('/a', 'accessLog');
      await givenSource('/a', 'Event Log', other.id);
      await api.get(`/rest/event/source/${body.id}`).expect(200, body);
      const { body: listed } = await api.get(`/rest/event/${resource.id}/sources`).expect(200);
      expect((listed as { id: number }[]).map(({ id }) => id)).toEqual([body.id, second]);
    });

    it('are created once by concurrent requests', async () => {
      const responses = await Promise.all(
        Array.from({ length: 8 }, () => createSource({ name: 'Event Log', location: '/b' })),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 406)]);
    });

    it.each([
      ['an unknown resource', { name: 'Event Log', location: '/a' }, 404, 'resource_not_found', 42],
      ['an unknown definition', { name: 'event log', location: '/a' }, 404, 'event_definition_not_found', undefined],
      ['no name', { location: '/a' }, 406, 'invalid_content', undefined],
      ['a blank name', { name: '  ', location: '/a' }, 406, 'invalid_content', undefined],
      ['no location', { name: 'Event Log' }, 406, 'invalid_content', undefined],
      ['a blank location', { name: 'Event Log', location: ' ' }, 406, 'invalid_content', undefined],
      ['a list', [], 406, 'invalid_content', undefined],
    ])('are not created for %s', async (_case, body, status, kind, id) => {
      const { headers } = await createSource(body, id).expect(status);
      expect(headers['x-error-type']).toBe(kind);
      expect((await api.get(`/rest/event/${resource.id}/sources`)).body).toEqual([]);
    });

    it('take XML and are written in every form', async () => {
      const { body } = await api
        .post(`/rest/event/${resource.id}/sources`)
        .type('application/xml')
        .send('<source><name>accessLog</name><location>/x</location></source>')
        .expect(200);
      const address = `/rest/event/source/${body.id}`;
      expect((await api.get(`${address}.xml`)).text).toContain(`<source><id>${body.id}</id><name>accessLog</name>`);
      expect((await api.get(`/rest/event/${resource.id}/sources.xml`)).text).toContain('<collection><source>');
      expect((await api.get(`/rest/event/${resource.id}/definitions.xml`)).text).toContain('<eventDefinitionRest>');
      expect((await api.get(`${address}.html`)).text).toContain('accessLog');
      await api.get(address).set('Accept', 'text/csv').expect(406);
    });

    it('are removed with their events; a repeat is an error only with validate', async () => {
      const source = await givenSource();
      await submit(source, aBatch(3)).expect(204);
      await api.delete(`/rest/event/source/${source}?validate=true`).expect(204);
      await api.delete(`/rest/event/source/${source}`).expect(204);
      await api.delete(`/rest/event/source/${source}?validate=true`).expect(404);
      await api.get(`/rest/event/source/${source}`).expect(404);
      await api.get(`/rest/event/source/${source}/events`).expect(404);
      expect(await db().query(`SELECT id FROM event WHERE source_id = $1`, [source])).toEqual([]);
    });

    it('accept locations longer than an index entry', async () => {
      const location = `/${'ü'.repeat(9000)}`;
      const source = await givenSource(location);
      expect((await api.get(`/rest/event/source/${source}`)).body.location).toBe(location);
      await createSource({ name: 'Event Log', location }).expect(406);
    });
  });

  it('lists the definitions of the type by id', async () => {
    const { body } = await api.get(`/rest/event/${resource.id}/definitions`).expect(200);
    expect(body).toEqual([
      { id: expect.any(Number), name: 'Event Log', displayName: 'The Event Log', description: 'what happens' },
      { id: expect.any(Number), name: 'accessLog', displayName: 'The accessLog', description: null },
    ]);
  });

  describe('submission', () => {
    it('keeps order and text, and uses the time of the server where none is given', async () => {
      const source = await givenSource();
      const awkward = 'tab\t, line\nfeed, \\N, \\., "quotes", cr\r, ümlaut 😀';
      await submit(source, [
        { severity: 'warn', detail: awkward, timestamp: 5000, id: 3, sourceId: 4 },
        { severity: 'FATAL', detail: '', timestamp: 0 },
        { severity: 'DEBUG', detail: 'later', timestamp: 1000 },
      ]).expect(204, '');
      const { body } = await api.get(`/rest/event/source/${source}/events`).expect(200);
      expect((body as Listed[]).map(({ id: _id, ...event }) => event)).toEqual([
        { severity: 'WARN', detail: awkward, timestamp: 5000, sourceId: source },
        { severity: 'FATAL', detail: '', timestamp: NOW, sourceId: source },
        { severity: 'DEBUG', detail: 'later', timestamp: 1000, sourceId: source },
      ]);
      const ids = (body as Listed[]).map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
      expect(ids[0]).toBeGreaterThan(10000);
    });

    it('accepts no time more than a day ahead, which would stay the newest and outlive the retention', async () => {
      const source = await givenSource();
      const at = (timestamp: number) => submit(source, [{ severity: 'INFO', detail: 'x', timestamp }]);
      const { headers } = await at(NOW + DAY + 1).expect(406);
      expect(headers['x-error-type']).toBe('invalid_content');
      await at(NOW + DAY).expect(204);
    });

    it('accepts XML', async () => {
      const source = await givenSource();
      await api
        .post(`/rest/event/source/${source}/events`)
        .type('application/xml')
        .send('<collection><event><severity>ERROR</severity><detail>a &lt; b</detail></event></collection>')
        .expect(204);
      expect(details((await api.get(`/rest/event/source/${source}/events`)).body)).toEqual(['a < b']);
      expect((await api.get(`/rest/event/source/${source}/events.xml`)).text).toContain('<collection><event><id>');
    });

    it('takes ten thousand events at once, and in gzip, beyond the usual length of bodies', async () => {
      const source = await givenSource();
      const batch = aBatch(10_000).map((event) => ({ ...event, detail: `${event.detail} ${'x'.repeat(200)}` }));
      await submit(source, batch).expect(204);
      await api
        .post(`/rest/event/source/${source}/events`)
        .set('Content-Encoding', 'gzip')
        .type('application/json')
        .serialize((body: unknown) => body as string)
        .send(gzipSync(JSON.stringify(batch)))
        .expect(204);
      const { headers } = await api.get(`/rest/event/source/${source}/events?page=0`).expect(200);
      expect(headers['x-collection-size']).toBe('20000');
      await submit(source, aBatch(10_001)).expect(413);
    });

    it.each([
      ['a single event', { severity: 'INFO', detail: 'x' }],
      ['no severity', [{ severity: 'INFO', detail: 'x' }, { detail: 'x' }]],
      [
        'an unknown severity',
        [
          { severity: 'INFO', detail: 'x' },
          { severity: 'WARNING', detail: 'x' },
        ],
      ],
      ['no detail', [{ severity: 'INFO', detail: 'x' }, { severity: 'INFO' }]],
      ['a null detail', [{ severity: 'INFO', detail: null }]],
      ['a number as detail', [{ severity: 'INFO', detail: 5 }]],
      ['a time that is none', [{ severity: 'INFO', detail: 'x', timestamp: 'now' }]],
      ['a time before the epoch', [{ severity: 'INFO', detail: 'x', timestamp: -1 }]],
      ['a null among them', [{ severity: 'INFO', detail: 'x' }, null]],
    ])('stores nothing of %s', async (_case, body) => {
      const source = await givenSource();
      const { headers } = await submit(source, body).expect(406);
      expect(headers['x-error-type']).toBe('invalid_content');
      expect((await api.get(`/rest/event/source/${source}/events`)).body).toEqual([]);
    });

    it('refuses a missing or broken body after it has found the source, and accepts an empty list', async () => {
      const source = await givenSource();
      const send = (id: number | string, body?: string, contentType = 'application/json') =>
        api.post(`/rest/event/source/${id}/events`).set('Content-Type', contentType).send(body);
      await send(42).expect(404);
      await send('x').expect(404);
      await send(source).expect(406);
      await send(source, '[{').expect(406);
      await send(source, 'x', 'text/plain').expect(415);
      await send(source, '[]').expect(204);
    });

    it('stores 4000 characters of a detail, and passes all of it to listeners, once, in the same transaction', async () => {
      const source = await givenSource('/shown', 'accessLog');
      const published: StoredEvent[] = [];
      const store = api.service.app.get(EventStore, { strict: false });
      let fails = false;
      store.changes.beforeCommit(async (tx, events) => {
        if (events[0]?.sourceId !== source) return;
        const rows = await tx.query<{ count: number }>(
          `SELECT count(*)::integer AS count FROM event WHERE source_id = $1`,
          [source],
        );
        expect(rows).toEqual([{ count: events.length }]);
        published.push(...events);
        if (fails) throw new Error('the rules do not stand');
      });
      const detail = `${'x'.repeat(3999)}😀 and more`;
      await submit(source, [{ severity: 'INFO', detail, timestamp: 1 }]).expect(204);
      const { body } = await api.get(`/rest/event/source/${source}/events`);
      expect(details(body)).toEqual(['x'.repeat(3999)]);
      expect(published).toEqual([
        {
          id: (body as Listed[])[0]!.id,
          sourceId: source,
          resourceId: resource.id,
          definition: 'accessLog',
          location: '/shown',
          severity: 'INFO',
          timeMs: 1,
          detail,
        },
      ]);
      fails = true;
      await db().query(`DELETE FROM event WHERE source_id = $1`, [source]);
      await submit(source, [{ severity: 'INFO', detail: 'gone' }]).expect(500);
      fails = false;
      expect((await api.get(`/rest/event/source/${source}/events`)).body).toEqual([]);
    });
  });

  describe('listings', () => {
    it('return the newest 200 without a range and without paging', async () => {
      const [first, second] = [await givenSource('/1'), await givenSource('/2')];
      await submit(first, aBatch(150)).expect(204);
      await submit(second, aBatch(60, 150)).expect(204);
      const { body, headers } = await api.get(`/rest/event/${resource.id}/events`).expect(200);
      expect(details(body)).toEqual(aBatch(200, 10).map(({ detail }) => detail));
      expect(headers['x-collection-size']).toBe('210');
      expect(toLinks(headers)).toEqual(['current']);
      const ofOne = await api.get(`/rest/event/source/${first}/events?severity=info`).expect(200);
      expect(details(ofOne.body)).toEqual(aBatch(150).map(({ detail }) => detail));
      const wrapped = await api.get(`/rest/event/${resource.id}/events.jsonw`).expect(200);
      expect(wrapped.body).toMatchObject({ pageSize: 200, currentPage: 0, lastPage: 0, totalSize: 210 });
      expect(wrapped.body.data).toHaveLength(200);
    });

    it('start with the oldest when a page, a size or a range is requested', async () => {
      const source = await givenSource();
      await submit(source, aBatch(30)).expect(204);
      const of = async (query: string) =>
        details((await api.get(`/rest/event/source/${source}/events?${query}`).expect(200)).body);
      expect(await of('page=0')).toEqual(aBatch(20).map(({ detail }) => detail));
      expect(await of('ps=3')).toEqual(['event 0', 'event 1', 'event 2']);
      expect(await of('ps=7&page=4')).toEqual(['event 28', 'event 29']);
      expect(await of('ps=7&page=5')).toEqual([]);
      expect(await of('startTime=1028')).toEqual(['event 28', 'event 29']);
      expect(await of('endTime=1001')).toEqual(['event 0', 'event 1']);
      expect(await of('startTime=1005&endTime=1006')).toEqual(['event 5', 'event 6']);
      expect(await of('startTime=1006&endTime=1005')).toEqual([]);
      expect(await of('startTime=0&endTime=0')).toHaveLength(30);
      const few = await givenSource('/few');
      await submit(few, aBatch(4)).expect(204);
      const { headers } = await api.get(`/rest/event/source/${few}/events?page=1&ps=2`).expect(200);
      expect(headers['x-collection-size']).toBe('4');
      expect(toLinks(headers)).toEqual(['prev', 'last', 'current']);
    });

    it('filter by exactly one severity', async () => {
      const source = await givenSource();
      const severities = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'];
      await submit(
        source,
        severities.map((severity) => ({ severity, detail: severity })),
      ).expect(204);
      for (const severity of severities) {
        const { body, headers } = await api
          .get(`/rest/event/${resource.id}/events?severity=${severity.toLowerCase()}`)
          .expect(200);
        expect(details(body)).toEqual([severity]);
        expect(headers['x-collection-size']).toBe('1');
      }
    });

    it.each(['severity=WARNING', 'startTime=x', 'endTime=1.5', 'ps=0', 'ps=-1', 'page=-1', 'page=x'])(
      'refuse %s',
      async (query) => {
        const source = await givenSource();
        await api.get(`/rest/event/source/${source}/events?${query}`).expect(406);
        await api.get(`/rest/event/${resource.id}/events?${query}`).expect(406);
      },
    );

    it('are compressed on request', async () => {
      const source = await givenSource();
      await submit(source, aBatch(100)).expect(204);
      const { headers } = await api.get(`/rest/event/source/${source}/events`).set('Accept-Encoding', 'gzip');
      expect(headers['content-encoding']).toBe('gzip');
    });
  });

  it('are of visible resources, and changed only with MANAGE_EVENTS', async () => {
    const source = await givenSource();
    await givenGroup(db(), { members: [resource], roles: ['viewer'] });
    const hidden = await givenSource('/h', 'Event Log', (await givenResource(db(), { type })).id);
    const viewer = api.as({ roles: ['viewer'] });
    for (const path of ['', '/events']) {
      await viewer.get(`/rest/event/source/${source}${path}`).expect(200);
      await viewer.get(`/rest/event/source/${hidden}${path}`).expect(403);
      await viewer.get(`/rest/event/source/42${path}`).expect(404);
    }
    for (const path of ['sources', 'definitions', 'events']) {
      await viewer.get(`/rest/event/${resource.id}/${path}`).expect(200);
      await viewer.get(`/rest/event/42/${path}`).expect(404);
      await viewer.get(`/rest/event/x/${path}`).expect(404);
    }
    await viewer.post(`/rest/event/source/${source}/events`).send([]).expect(403);
    await viewer.post(`/rest/event/${resource.id}/sources`).send({}).expect(403);
    await viewer.delete(`/rest/event/source/${source}`).expect(403);
    await viewer.delete('/rest/event/source/42').expect(204);
    await api.anonymous.get(`/rest/event/source/${source}`).expect(401);
  });

  it('deletes events past their retention', async () => {
    const source = await givenSource();
    const times = [NOW - 14 * DAY - 1, NOW - 14 * DAY, NOW];
    await submit(
      source,
      times.map((timestamp) => ({ severity: 'INFO', detail: String(timestamp), timestamp })),
    ).expect(204);
    await api.service.app.get(EventService, { strict: false }).purge({ signal: new AbortController().signal });
    const { body } = await api.get(`/rest/event/source/${source}/events`).expect(200);
    expect((body as Listed[]).map(({ timestamp }) => timestamp)).toEqual(times.slice(1));
  });
});
