import http, { type IncomingMessage } from 'node:http';
import { withTurnsSpent } from '@wardstone/testing';
import { watchStatements } from '../../metrics/test/count-statements';
import { givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

/** Written in four blocks. */
const CHILDREN = 4_000;
/** Enough to exceed the buffers of sockets. */
const MANY_CHILDREN = 40_000;
const WRAPPED = 'application/vnd.vendor.wrapped+json';

interface Listed {
  resourceId: number;
}

describe('a resource with thousands of children', () => {
  const api = useMonitoring();
  let parentId: number;
  let path: string;

  /** Names in another order than ids, several of each. */
  const givenParent = async (children: number): Promise<number> => {
    const parent = await givenResource(api.database);
    const service = await givenType(api.database, { category: 'SERVICE' });
    await api.database.query(
      `INSERT INTO resource (resource_type_id, category, resource_key, name, parent_id, inventory_status, availability,
                             created_ms, modified_ms)
       SELECT $1, 'SERVICE', 'key ' || n, 'part ' || n * 7919 % 997, $2, 'COMMITTED',
              CASE n % 3 WHEN 0 THEN 'UP' ELSE 'DOWN' END, 0, 0
         FROM generate_series(1, $3::integer) n`,
      [service.id, parent.id, children],
    );
    return parent.id;
  };

  beforeAll(async () => {
    parentId = await givenParent(CHILDREN);
    path = `/rest/resource/${parentId}/children`;
  });

  const inOrder = async (order: string, parent = parentId): Promise<number[]> => {
    const rows = await api.database.query<{ id: number }>(
      `SELECT r.id FROM resource r WHERE r.parent_id = $1 ORDER BY ${order}`,
      [parent],
    );
    return rows.map(({ id }) => id);
  };
  const toIds = (list: unknown): number[] => (list as Listed[]).map(({ resourceId }) => resourceId);

  it.each([
    ['name', 'r.name, r.id'],
    ['name:desc', 'r.name DESC, r.id DESC'],
    ['naturalName', 'r.name COLLATE natural_order, r.id'],
    ['id:desc', 'r.id DESC'],
    ['availability', 'r.availability, r.name, r.id'],
  ])('lists them all by %s, each once', async (sort, order) => {
    const { body } = await api.get(`${path}?sort=${sort}`).expect(200);
    expect(toIds(body)).toEqual(await inOrder(order));
  });

  it('lists them all in every type', async () => {
    const wrapped = await fetch(api.url + path, { headers: { ...api.credentialsOf(), Accept: WRAPPED } });
    const { data, ...around } = (await wrapped.json()) as { data: Listed[] };
    expect(toIds(data)).toEqual(await inOrder('r.name, r.id'));
    expect(around).toEqual({
      pageSize: CHILDREN,
      currentPage: 0,
      lastPage: 0,
      totalSize: CHILDREN,
      links: [{ current: { href: expect.stringMatching(`${path}$`) as string } }],
    });
    for (const [suffix, element] of [
      ['.xml', '<resourceId>'],
      ['.html', '/children.html">children</a>'],
    ] as const) {
      const { text } = await api.get(path + suffix).expect(200);
      expect([suffix, text.split(element).length - 1]).toEqual([suffix, CHILDREN]);
    }
  });

  it('links all of its alerts, the latest first, in every type', async () => {
    const fired = await api.database.query<{ id: number; fired_ms: string }>(
      `WITH definition AS (
         INSERT INTO alert_definition (resource_id, name, is_enabled, priority, recovery_id, condition_mode,
                                       dampening_category, dampening_count, dampening_period)
         VALUES ($1, 'd', TRUE, 'LOW', 0, 'ALL', 'NONE', 1, 1) RETURNING id)
       INSERT INTO alert (alert_definition_id, resource_id, fired_ms, description, rules, occurrences)
       SELECT d.id, $1, n % 7, '', '{}', '{}' FROM definition d, generate_series(1, 2500) n
       RETURNING id, fired_ms`,
      [parentId],
    );
    const { body } = await api.get(`/rest/resource/${parentId}/alerts`).expect(200);
    expect((body as { alert: { href: string } }[]).map(({ alert }) => Number(alert.href.split('/').at(-1)))).toEqual(
      fired.toSorted((a, b) => Number(b.fired_ms) - Number(a.fired_ms) || b.id - a.id).map(({ id }) => id),
    );
    for (const suffix of ['.xml', '.html']) {
      const { text } = await api.get(`/rest/resource/${parentId}/alerts${suffix}`).expect(200);
      expect([suffix, text.split(/rel="alert"|>alert \d/).length - 1]).toEqual([suffix, 2500]);
    }
    await withTurnsSpent(api, () => api.get(`/rest/resource/${parentId}/alerts`).expect(429));
  });

  it('returns one response with an ETag when few match', async () => {
    const { body, headers } = await api.get(`${path}?q=PART 42`).expect(200);
    expect(headers.etag).toBeDefined();
    const named = await api.database.query<{ id: number }>(
      `SELECT r.id FROM resource r WHERE r.parent_id = $1 AND r.name LIKE 'part 42%' ORDER BY r.name, r.id`,
      [parentId],
    );
    expect(toIds(body)).toEqual(named.map(({ id }) => id));
  });

  describe('whose bytes exceed the buffers of sockets', () => {
    let manyId: number;
    let hierarchy: string;

    beforeAll(async () => {
      manyId = await givenParent(MANY_CHILDREN);
      hierarchy = `/rest/resource/${manyId}/hierarchy`;
    });

    it('lists all of them below it in its hierarchy, flat and nested', async () => {
      const order = await inOrder('r.name, r.id', manyId);
      const { body } = await api.get(hierarchy).expect(200);
      expect(toIds(body)).toEqual([expect.any(Number), ...order]);
      const nested = (await api.get(`${hierarchy}?tree=true`).expect(200)).body as { children: { id: string }[] };
      expect(nested.children.map(({ id }) => Number(id))).toEqual(order);
      await withTurnsSpent(api, () => api.get(`${hierarchy}?tree=true`).expect(429));
      await api.get(`${hierarchy}.html?tree=true`).expect(406);
    });

    it.each(['children', 'hierarchy'])('reads no further ahead of its %s than the client does', async (which) => {
      const address = `${api.url}/rest/resource/${manyId}/${which}`;
      const headers = { ...api.credentialsOf(), 'Accept-Encoding': 'identity' };
      const watch = watchStatements();
      try {
        const response = await new Promise<IncomingMessage>((resolve) => http.get(address, { headers }, resolve));
        expect([response.statusCode, response.headers['transfer-encoding']]).toEqual([200, 'chunked']);
        // The client does not read: sockets buffer some megabytes of forty. Statements of jobs are counted, too.
        await new Promise((resolve) => setTimeout(resolve, 500));
        expect(watch.count).toBeLessThan(30);
        let bytes = 0;
        for await (const block of response as AsyncIterable<Buffer>) bytes += block.length;
        expect(watch.count).toBeGreaterThan(MANY_CHILDREN / 1_000);
        expect(bytes).toBeGreaterThan(MANY_CHILDREN * 500);
      } finally {
        watch.stop();
      }
    });
  });
});
