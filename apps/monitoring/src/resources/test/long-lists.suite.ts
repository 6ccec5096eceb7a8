import { givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

const RESOURCES = 2345;
const PAGE = 100;

interface Listed {
  resourceName: string;
  resourceId: number;
}

/** Pages from the thousandth row on are read from the nearer end. */
describe('a list of 2,345 resources', () => {
  const api = useMonitoring();

  /** Every third one a platform; names in another order than ids, several of each. */
  beforeAll(async () => {
    const platform = await givenType(api.database, { plugin: 'Given', name: 'Unix', category: 'PLATFORM' });
    const service = await givenType(api.database, { name: 'Part', category: 'SERVICE' });
    await api.database.query(
      `INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, created_ms, modified_ms)
       SELECT CASE n % 3 WHEN 0 THEN $1::integer ELSE $2 END, CASE n % 3 WHEN 0 THEN 'PLATFORM' ELSE 'SERVICE' END,
              'key ' || n, 'resource ' || n * 7919 % 500, 'COMMITTED', 0, 0
         FROM generate_series(1, $3::integer) n`,
      [platform.id, service.id, RESOURCES],
    );
  });

  const page = async (address: string, number: number) => {
    const mark = address.includes('?') ? '&' : '?';
    const { body, headers } = await api.get(`${address}${mark}ps=${PAGE}&page=${number}`).expect(200);
    return { items: body as Listed[], total: Number(headers['x-collection-size']) };
  };
  const inOrder = (condition: string, order: string) =>
    api.database.query<Listed>(
      `SELECT r.name AS "resourceName", r.id AS "resourceId" FROM resource r WHERE ${condition} ORDER BY ${order}`,
    );

  it.each([
    ['/rest/resource', 'true', 'r.name, r.id'],
    ['/rest/resource?category=service', `r.category = 'SERVICE'`, 'r.name, r.id'],
    ['/rest/resource?status=all', 'true', 'r.name, r.id'],
    ['/rest/resource?q=RESOURCE', 'true', 'r.name, r.id'],
    ['/rest/resource/platforms', `r.category = 'PLATFORM'`, 'r.id'],
  ])('is complete, page by page, at %s', async (address, condition, order) => {
    const all = await inOrder(condition, order);
    const pages = Math.ceil(all.length / PAGE);
    const seen: Listed[] = [];
    for (let number = 0; number < pages; number++) {
      const { items, total } = await page(address, number);
      expect(total).toBe(all.length);
      seen.push(...items.map(({ resourceName, resourceId }) => ({ resourceName, resourceId })));
    }
    expect(seen).toEqual(all);
    expect(await page(address, pages)).toEqual({ items: [], total: all.length });
    expect(await page(address, 20_000_000)).toEqual({ items: [], total: all.length });
  });

  it('has a last page that is read from the end, whatever the page size', async () => {
    const all = await inOrder('true', 'r.name, r.id');
    for (const size of [1, 7, 469, 1000]) {
      const last = Math.ceil(RESOURCES / size) - 1;
      const { body } = await api.get(`/rest/resource?ps=${size}&page=${last}`).expect(200);
      expect((body as Listed[]).map(({ resourceId }) => resourceId)).toEqual(
        all.slice(last * size).map(({ resourceId }) => resourceId),
      );
    }
  });
});
