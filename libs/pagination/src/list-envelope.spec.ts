import fc from 'fast-check';
import { type EchoedQuery, listLinks, listMeta, renderList } from './list-envelope';

const PATH = '/api/compliance/v2/policies';
const toOffset = (link: string | undefined): number | undefined =>
  link === undefined ? undefined : Number(/[?&]offset=(\d+)/.exec(link)?.[1]);
const none = undefined;
const queryWith = (given: Partial<EchoedQuery> = {}): EchoedQuery => ({ limit: 10, offset: 0n, ...given });

describe('listLinks', () => {
  it.each([
    [25, 10, 0, none, 10, 20],
    [25, 10, 10, 0, 20, 20],
    [25, 10, 20, 10, none, 20],
    [25, 10, 5, 0, 15, 15],
    [25, 10, 7, 0, 17, 17],
    [25, 10, 15, 5, none, 15],
    [25, 10, 24, 14, none, 24],
    [25, 10, 25, 15, none, 15],
    [25, 10, 26, 16, none, 16],
    [25, 10, 40, 30, none, 20],
    [3, 10, 5, 0, none, 0],
    [0, 10, 0, none, none, 0],
    [0, 10, 30, 20, none, 0],
    [10, 3, 0, none, 3, 9],
    [10, 3, 1, 0, 4, 7],
    [101, 100, 0, none, 100, 100],
    [100, 100, 0, none, none, 0],
  ])('continues from %i items, limit %i, offset %i', (total, limit, offset, previous, next, last) => {
    const links = listLinks(PATH, queryWith({ limit, offset: BigInt(offset) }), total);
    expect(Object.fromEntries(Object.entries(links).map(([rel, link]) => [rel, toOffset(link)]))).toEqual({
      first: 0,
      last,
      ...(previous !== none && { previous }),
      ...(next !== none && { next }),
    });
  });

  it('carries filter, limit, offset and sort_by', () => {
    const query = queryWith({ filter: '(os_major_version=8)', sort_by: ['title:desc'] });
    expect(listLinks(PATH, query, 11)).toEqual({
      first: `${PATH}?filter=%28os_major_version%3D8%29&limit=10&offset=0&sort_by=title%3Adesc`,
      last: `${PATH}?filter=%28os_major_version%3D8%29&limit=10&offset=10&sort_by=title%3Adesc`,
      next: `${PATH}?filter=%28os_major_version%3D8%29&limit=10&offset=10&sort_by=title%3Adesc`,
    });
  });

  it('carries several sort items in brackets and tags repeated', () => {
    const query = queryWith({ tags: ['a/b=c', 'd/e'], sort_by: ['title', 'os_major_version:desc'] });
    expect(listLinks(PATH, query, 0).first).toBe(
      `${PATH}?limit=10&offset=0&sort_by%5B%5D=title&sort_by%5B%5D=os_major_version%3Adesc&tags=a%2Fb%3Dc&tags=d%2Fe`,
    );
  });

  it('names the links in the order first, last, previous, next', () => {
    expect(Object.keys(listLinks(PATH, queryWith({ offset: 10n }), 25))).toEqual(['first', 'last', 'previous', 'next']);
  });

  it('drops trailing slashes of the path', () => {
    expect(listLinks(`${PATH}//`, queryWith(), 0).first).toBe(`${PATH}?limit=10&offset=0`);
  });

  it('is exact at the greatest offset', () => {
    const links = listLinks(PATH, queryWith({ offset: 9223372036854775807n }), 25);
    expect(links.previous).toBe(`${PATH}?limit=10&offset=9223372036854775797`);
    expect(links.last).toBe(`${PATH}?limit=10&offset=17`);
  });

  it('reaches every item from the first page by next, and ends at last', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 100 }), (total, limit) => {
        let offset = 0;
        let seen = 0;
        for (;;) {
          const links = listLinks(PATH, queryWith({ limit, offset: BigInt(offset) }), total);
          seen += Math.max(0, Math.min(limit, total - offset));
          if (links.next === undefined) {
            expect(toOffset(links.last)).toBe(offset);
            break;
          }
          expect(links.next).toContain(`limit=${limit}&`);
          offset = toOffset(links.next)!;
        }
        expect(seen).toBe(total);
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});

describe('listMeta', () => {
  it('repeats the request parameters in order', () => {
    const query = queryWith({ sort_by: ['title:DESC', 'b'], filter: ' a', limit: 5, offset: 7n, tags: ['x/y'] });
    expect(JSON.stringify(listMeta(query, 3))).toBe(
      '{"total":3,"filter":" a","tags":["x/y"],"limit":5,"offset":7,"sort_by":"title:DESC,b"}',
    );
  });

  it('omits absent parameters', () => {
    expect(listMeta(queryWith(), 0)).toEqual({ total: 0, limit: 10, offset: 0 });
    expect(listMeta(queryWith({ tags: [] }), 0)).toEqual({ total: 0, tags: [], limit: 10, offset: 0 });
  });
});

describe('renderList', () => {
  it('writes data, meta and links, and an offset of any size exactly', () => {
    const query = queryWith({ offset: 9007199254740993n, sort_by: ['title'] });
    const text = renderList([{ id: 'a' }], listMeta(query, 1), { first: '/f', last: '/l' });
    expect(text).toBe(
      '{"data":[{"id":"a"}],"meta":{"total":1,"limit":10,"offset":9007199254740993,"sort_by":"title"},' +
        '"links":{"first":"/f","last":"/l"}}',
    );
  });

  it('equals JSON.stringify otherwise', () => {
    const query = queryWith({ filter: '"\\€' });
    const [data, meta, links] = [[{ id: 'a', title: null }], listMeta(query, 1), listLinks(PATH, query, 1)];
    expect(renderList(data, meta, links)).toBe(JSON.stringify({ data, meta, links }));
  });
});
