import fc from 'fast-check';
import { ALERT_PAGING, PS_PAGING, lastPage, onPage, pageLinks, parsePage } from './page-window';

const URL_OF_LIST = 'https://mon.example.test/rest/alert/definitions';
const toLinks = (url: string, query: Record<string, string>, total: number) => pageLinks(url, parsePage(query), total);

describe('parsePage', () => {
  it.each([
    [{}, { page: 0, size: 20, offset: 0, limit: 20 }],
    [
      { page: '', ps: '' },
      { page: 0, size: 20, offset: 0, limit: 20 },
    ],
    [{ ps: '5' }, { page: 0, size: 5, offset: 0, limit: 5 }],
    [
      { page: '3', ps: '7' },
      { page: 3, size: 7, offset: 21, limit: 7 },
    ],
    [{ page: '-0' }, { page: 0, size: 20, offset: 0, limit: 20 }],
    [{ page: ['2', '5'] }, { page: 2, size: 20, offset: 40, limit: 20 }],
    [{ ps: '1000' }, { page: 0, size: 1000, offset: 0, limit: 1000 }],
    [
      { page: '1', ps: '1001' },
      { page: 1, size: 1000, offset: 1000, limit: 1000 },
    ],
    [{ size: '5' }, { page: 0, size: 20, offset: 0, limit: 20 }],
    [
      { page: '2147483647', ps: '1' },
      { page: 2_147_483_647, size: 1, offset: 2_147_483_647, limit: 1 },
    ],
  ])('reads %j', (query, window) => expect(parsePage(query)).toEqual(window));

  it.each([
    [{}, { page: 0, size: 100, offset: 0, limit: 100 }],
    [{ ps: '5' }, { page: 0, size: 100, offset: 0, limit: 100 }],
    [{ size: '5000' }, { page: 0, size: 5000, offset: 0, limit: 5000 }],
    [
      { size: '-1', page: '3' },
      { page: 0, size: -1, offset: 0, limit: undefined },
    ],
  ])('reads %j for fired alerts', (query, window) => expect(parsePage(query, ALERT_PAGING)).toEqual(window));

  it.each([
    [{ page: '-1' }, PS_PAGING, 'page'],
    [{ page: 'x' }, PS_PAGING, 'page'],
    [{ page: '1.0' }, PS_PAGING, 'page'],
    [{ page: '2147483648' }, PS_PAGING, 'page'],
    [{ page: '9'.repeat(400) }, PS_PAGING, 'page'],
    [{ page: { x: '1' } }, PS_PAGING, 'page'],
    [{ ps: '0' }, PS_PAGING, 'ps'],
    [{ ps: '-1' }, PS_PAGING, 'ps'],
    [{ ps: '1e1' }, PS_PAGING, 'ps'],
    [{ size: '0' }, ALERT_PAGING, 'size'],
    [{ size: '-2' }, ALERT_PAGING, 'size'],
    [{ size: '-1', page: '-1' }, ALERT_PAGING, 'page'],
  ])('refuses %j', (query, style, parameter) => {
    expect(() => parsePage(query, style)).toThrow(
      expect.objectContaining({ status: 406, message: expect.stringContaining(`Parameter ${parameter} `) as string }),
    );
  });
});

describe('lastPage', () => {
  it.each([
    [0, 20, 0],
    [1, 20, 0],
    [20, 20, 0],
    [21, 20, 1],
    [23, 5, 4],
    [47, 20, 2],
  ])('of %i items, %i a page, is %i', (total, size, last) => {
    expect(lastPage(parsePage({ ps: String(size) }), total)).toBe(last);
  });

  it('of an unlimited list is 0', () => expect(lastPage(parsePage({ size: '-1' }, ALERT_PAGING), 500)).toBe(0));
});

describe('onPage', () => {
  it.each([
    [{ ps: '2' }, ['a', 'b']],
    [{ ps: '2', page: '1' }, ['c']],
    [{ ps: '2', page: '2' }, []],
  ])('of %j is %j', (query, rows) => expect(onPage(['a', 'b', 'c'], parsePage(query))).toEqual(rows));

  it('of an unlimited list is all of it', () =>
    expect(onPage(['a', 'b'], parsePage({ size: '-1' }, ALERT_PAGING))).toEqual(['a', 'b']));
});

describe('pageLinks', () => {
  it.each([
    [5, 2, 0, 'next=1 last=2'],
    [5, 2, 1, 'next=2 prev=0 last=2'],
    [5, 2, 2, 'prev=1 last=2'],
    [4, 2, 1, 'prev=0 last=1'],
    [0, 2, 0, 'last=0'],
    [5, 2, 9, 'prev=8 last=2'],
  ])('of %i items, %i a page, on page %i are %s', (total, ps, page, expected) => {
    const links = toLinks(`${URL_OF_LIST}?page=${page}&ps=${ps}`, { page: String(page), ps: String(ps) }, total);
    const { rel, href } = links.pop()!;
    expect({ rel, href }).toEqual({ rel: 'current', href: `${URL_OF_LIST}?page=${page}&ps=${ps}` });
    expect(links.map((link) => `${link.rel}=${/[?&]page=(\d+)/.exec(link.href)![1]}`).join(' ')).toBe(expected);
  });

  it('replace only the page and keep the rest', () => {
    const [next] = toLinks('http://h/rest/alert.json?q=%7e+x&page=0&ps=2&flag', { ps: '2' }, 5);
    expect(next).toEqual({ rel: 'next', href: 'http://h/rest/alert.json?q=%7e+x&page=1&ps=2&flag' });
  });

  it.each([
    ['?ps=20', '?ps=20&page=1'],
    ['', '?page=1'],
    ['?', '?page=1'],
    ['?p%61ge=0&ps=20', '?page=1&ps=20'],
    ['?page=0&ps=20&page=7', '?page=1&ps=20'],
    ['?homepage=3', '?homepage=3&page=1'],
    ['?%zz', '?%zz&page=1'],
  ])('set the page of %j', (received, query) => {
    const links = toLinks(`${URL_OF_LIST}${received}`, {}, 47);
    expect(links[0]).toEqual({ rel: 'next', href: `${URL_OF_LIST}${query}` });
    expect(links.at(-1)).toEqual({ rel: 'current', href: `${URL_OF_LIST}${received}` });
  });

  it('do not show hidden parameters', () => {
    const links = pageLinks(`${URL_OF_LIST}?jsonp=cb&ps=20`, parsePage({}), 47, ['jsonp']);
    expect(links.map(({ href }) => href)).toEqual([
      `${URL_OF_LIST}?ps=20&page=1`,
      `${URL_OF_LIST}?ps=20&page=2`,
      `${URL_OF_LIST}?ps=20`,
    ]);
    expect(pageLinks(`${URL_OF_LIST}?jsonp=cb`, undefined, 0, ['jsonp'])).toEqual([
      { rel: 'current', href: URL_OF_LIST },
    ]);
  });

  it('of a list without pages are only the current one', () => {
    const current = [{ rel: 'current', href: `${URL_OF_LIST}?size=-1` }];
    expect(pageLinks(`${URL_OF_LIST}?size=-1`, parsePage({ size: '-1' }, ALERT_PAGING), 500)).toEqual(current);
    expect(pageLinks(`${URL_OF_LIST}?size=-1`, undefined, 500)).toEqual(current);
  });

  it('lead through every page, and next ends where last points', () => {
    fc.assert(
      fc.property(fc.nat(3_000), fc.integer({ min: 1, max: 1_000 }), (total, ps) => {
        let url = `${URL_OF_LIST}?ps=${ps}`;
        let seen = 0;
        for (;;) {
          const window = parsePage(Object.fromEntries(new URL(url).searchParams));
          seen += Math.max(0, Math.min(ps, total - window.offset));
          const next = pageLinks(url, window, total).find(({ rel }) => rel === 'next');
          if (!next) {
            expect(window.page).toBe(lastPage(window, total));
            break;
          }
          url = next.href;
        }
        expect(seen).toBe(total);
      }),
      { seed: 110, numRuns: 200 },
    );
  });
});
