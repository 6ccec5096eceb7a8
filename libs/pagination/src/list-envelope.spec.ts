import fc from 'fast-check';
import { listLinks, listMeta, renderList } from './list-envelope';
import { parseListQuery } from './list-query';

const PATH = '/api/compliance/v2/policies';
const offsetOf = (link: string | undefined): number | undefined =>
  link === undefined ? undefined : Number(/[?&]offset=(\d+)/.exec(link)?.[1]);
const none = undefined;

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
  ])('leads on from %i items, limit %i, offset %i', (total, limit, offset, previous, next, last) => {
    const links = listLinks(PATH, parseListQuery(`limit=${limit}&offset=${offset}`), total);
    expect(Object.fromEntries(Object.entries(links).map(([rel, link]) => [rel, offsetOf(link)]))).toEqual({
      first: 0,
      last,
      ...(previous !== none && { previous }),
      ...(next !== none && { next }),
    });
  });

  it('carries filter, limit, offset and sort_by, but not ids_only', () => {
    const query = parseListQuery('filter=(os_major_version%3D8)&sort_by=title:desc&ids_only=true');
    expect(listLinks(PATH, query, 11)).toEqual({
      first: `${PATH}?filter=%28os_major_version%3D8%29&limit=10&offset=0&sort_by=title%3Adesc`,
      last: `${PATH}?filter=%28os_major_version%3D8%29&limit=10&offset=10&sort_by=title%3Adesc`,
      next: `${PATH}?filter=%28os_major_version%3D8%29&limit=10&offset=10&sort_by=title%3Adesc`,
    });
  });

  it('carries several sort items in brackets and tags repeated', () => {
    const query = parseListQuery('tags=a/b=c&tags[]=d/e&sort_by=title,os_major_version:desc', { tags: 'read' });
    expect(listLinks(PATH, query, 0).first).toBe(
      `${PATH}?limit=10&offset=0&sort_by%5B%5D=title&sort_by%5B%5D=os_major_version%3Adesc&tags=a%2Fb%3Dc&tags=d%2Fe`,
    );
  });

  it('names the links in the order first, last, previous, next', () => {
    expect(Object.keys(listLinks(PATH, parseListQuery('offset=10'), 25))).toEqual([
      'first',
      'last',
      'previous',
      'next',
    ]);
  });

  it('drops trailing slashes of the path', () => {
    expect(listLinks(`${PATH}//`, parseListQuery(''), 0).first).toBe(`${PATH}?limit=10&offset=0`);
  });

  it('is exact at the greatest offset', () => {
    const links = listLinks(PATH, parseListQuery('offset=9223372036854775807'), 25);
    expect(links.previous).toBe(`${PATH}?limit=10&offset=9223372036854775797`);
    expect(links.last).toBe(`${PATH}?limit=10&offset=17`);
  });

  it('reaches every item from the first page by next, and ends at last', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 100 }), (total, limit) => {
        let query = `limit=${limit}&offset=0`;
        let seen = 0;
        for (;;) {
          const links = listLinks(PATH, parseListQuery(query), total);
          const offset = offsetOf(`?${query}`)!;
          seen += Math.max(0, Math.min(limit, total - offset));
          if (links.next === undefined) {
            expect(offsetOf(links.last)).toBe(offset);
            break;
          }
          query = links.next.split('?')[1]!;
        }
        expect(seen).toBe(total);
      }),
      { seed: 4, numRuns: 300 },
    );
  });
});

describe('listMeta', () => {
  it('repeats what was asked, in order', () => {
    const query = parseListQuery('sort_by[]=title:DESC&sort_by[]=b&filter=+a&limit=5&offset=7&tags=x/y', {
      tags: 'read',
    });
    expect(JSON.stringify(listMeta(query, 3))).toBe(
      '{"total":3,"filter":" a","tags":["x/y"],"limit":5,"offset":7,"sort_by":"title:DESC,b"}',
    );
  });

  it('leaves out what was not given', () => {
    expect(listMeta(parseListQuery('filter=+'), 0)).toEqual({ total: 0, limit: 10, offset: 0 });
    expect(listMeta(parseListQuery('', { tags: 'read' }), 0)).toEqual({ total: 0, tags: [], limit: 10, offset: 0 });
  });
});

describe('renderList', () => {
  it('writes data, meta and links, and an offset of any size exactly', () => {
    const query = parseListQuery('offset=9007199254740993&sort_by=title');
    const text = renderList([{ id: 'a' }], listMeta(query, 1), { first: '/f', last: '/l' });
    expect(text).toBe(
      '{"data":[{"id":"a"}],"meta":{"total":1,"limit":10,"offset":9007199254740993,"sort_by":"title"},' +
        '"links":{"first":"/f","last":"/l"}}',
    );
  });

  it('writes what JSON.stringify writes otherwise', () => {
    const query = parseListQuery('filter=%22%5C%E2%82%AC');
    const [data, meta, links] = [[{ id: 'a', title: null }], listMeta(query, 1), listLinks(PATH, query, 1)];
    expect(renderList(data, meta, links)).toBe(JSON.stringify({ data, meta, links }));
  });
});
