import fc from 'fast-check';
import { NumericDataPoint, Status } from '@wardstone/dto/monitoring';
import { markup } from '@wardstone/markup';
import { parsePage } from '@wardstone/pagination';
import { aDefinition, Definition, Everything, Group, Notification, Tree } from '../../test/sample-records';
import { LINKS, toListKind, one, type RecordView, TEXTS } from '../record/result-kind';
import { renderPage } from './page-frame';
import { type PageSettings, PageTools } from './page-tools';
import { factTable, readableName, renderHtml, resultMarkup } from './render-html';

const SETTINGS: PageSettings = {
  productName: 'Wardstone',
  publicBaseUrl: 'https://mon.example.test',
  basePath: '/rest',
  addresses: {
    isServed: (path) => ['/rest', '/rest/alert'].includes(path),
    isRouted: () => true,
    takesSuffix: () => true,
    hasPage: (path) => !path.startsWith('/rest/user/'),
  },
  consolePageOf: (path) => `https://mon.example.test/console${path}`,
};
const TOOLS = new PageTools(SETTINGS);
const main = (...[kind, value]: [Parameters<typeof resultMarkup>[0], unknown]): string =>
  resultMarkup(kind, value, TOOLS).html;

describe('the main part of a page', () => {
  it('shows a record as a table of field and value', () => {
    const html = main(one(Definition), aDefinition({ created: 1700000000000, id: 1234567 }));
    expect(html).toContain('<tr><th scope="row">Id</th><td>1234567</td></tr>');
    expect(html).toContain('<tr><th scope="row">Enabled</th><td>Yes</td></tr>');
    expect(html).toContain('<tr><th scope="row">Created</th><td>2023-11-14T22:13:20.000Z</td></tr>');
    expect(html).not.toContain('notifications');
  });

  it('leaves unset times blank, and shows those beyond all dates as numbers', () => {
    expect(main(one(Everything), { time: 0 })).toContain('<th scope="row">Time</th><td></td>');
    expect(main(one(Everything), { time: 9e15 })).toContain('<td>9000000000000000</td>');
  });

  it('nests tables for nested records', () => {
    const html = main(one(Tree), { id: '1', children: [{ id: '2', children: [] }] });
    expect(html).toContain('<th scope="row">Children</th><td><ul class="records"><li><table class="facts">');
  });

  it('shows a map, or a record that is one, as a table of name and value', () => {
    const head = '<thead><tr><th scope="col">Name</th><th scope="col">Value</th></tr></thead>';
    expect(main(one(Status), { values: { Version: '1<2' } })).toBe(
      `<table>${head}<tbody><tr><th scope="row">Version</th><td>1&lt;2</td></tr></tbody></table>`,
    );
    expect(main(one(Notification), { config: { a: [1, { b: null }] } })).toContain(`<li><table>${head}`);
  });

  it('shows a list of plain records as one table, with a heading for each cell', () => {
    const html = main(toListKind(NumericDataPoint), [{ scheduleId: 10007, timeStamp: 1700000000000, value: 'NaN' }]);
    expect(html).toContain('<th scope="col" role="columnheader">Schedule id</th>');
    expect(html).toContain(
      '<tr role="row"><td role="cell" data-label="Schedule id">10007</td>' +
        '<td role="cell" data-label="Time">2023-11-14T22:13:20.000Z</td><td role="cell" data-label="Value"></td></tr>',
    );
  });

  it('shows a list of records that hold others as a block for each', () => {
    const html = main(toListKind(Group), [{ name: 'a<b', resourceTypeId: 10007, links: [{ self: { href: 'x' } }] }]);
    expect(html).toBe(
      '<ul class="records"><li><table class="facts"><tbody><tr><th scope="row">Name</th><td>a&lt;b</td></tr>' +
        '<tr><th scope="row">Resource type id</th><td>10007</td></tr>' +
        '<tr><th scope="row">Links</th><td><ul><li><a href="/rest/x">self</a></li></ul></td></tr></tbody></table></li></ul>',
    );
  });

  it('shows a note for an empty list', () => {
    for (const kind of [LINKS, TEXTS]) expect(main(kind, [])).toBe('<ul><li><i>nothing</i></li></ul>');
    expect(main(toListKind(Group), [])).toBe('<p class="empty">None.</p>');
  });

  it('names links by their target when several have the same relation', () => {
    const alerts = [{ alert: { href: 'alert/10001' } }, { alert: { href: 'alert/10002?x=/y' } }];
    expect(main(LINKS, alerts)).toMatch(/>alert 10001<.*>alert 10002</);
  });

  it('uses the form of a view', () => {
    const view: RecordView<Group> = { html: ({ name }) => markup`<b>${name}</b>` };
    expect(main(toListKind(Group, view), [{ name: '<x>' }])).toBe('<ul class="records"><li><b>&lt;x&gt;</b></li></ul>');
  });

  it.each([
    ['relative, of the root', 'resource/platforms.html', '/rest/resource/platforms.html'],
    ['of the root itself', '.html', '/rest/.html'],
    ['absolute', 'https://mon.example.test/rest/resource/10001', '/rest/resource/10001.html'],
    ['with a query', 'https://mon.example.test/rest/alert?size=5', '/rest/alert.html?size=5'],
    ['to the root, absolute', 'https://mon.example.test/rest', '/rest/.html'],
    ['that ends in a name', 'https://mon.example.test/rest/user/j.doe', '/rest/user/j.doe'],
    ['to elsewhere', 'https://elsewhere.test/a?b=1', 'https://elsewhere.test/a?b=1'],
    ['to a host that only begins like ours', 'https://mon.example.test.evil.test/rest/x', undefined],
  ])('keeps browsers in HTML: a link %s', (_name, href, expected) => {
    expect(main(LINKS, [{ go: { href } }])).toBe(`<ul><li><a href="${expected ?? href}">go</a></li></ul>`);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.test/x',
    '/absolute',
    ' javascript:x',
  ])('makes no link to %s', (href) => {
    expect(main(LINKS, [{ go: { href } }])).toBe('<ul><li>go</li></ul>');
  });

  it('escapes every text', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('<script>alert(1)</script>', '" onmouseover="x', "'><img src=x>", '&lt;', 'javascript:x'),
    );
    // A page has the same tags whatever text is inserted.
    const toTags = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];
    fc.assert(
      fc.property(anyText, anyText, anyText, (a, b, c) => {
        const page = (x: string, y: string, z: string): string =>
          renderHtml(
            one(Notification),
            { id: 1, senderName: x, config: { [`k${y}`]: z } },
            { title: x, path: '/rest/alert', links: [] },
            SETTINGS,
          );
        expect(toTags(page(a, b, c))).toEqual(toTags(page('A', 'B', 'C')));
      }),
      { seed: 20253, numRuns: 300 },
    );
  });
});

describe('the frame of a page', () => {
  const page = (path: string): string => renderPage({ title: 'A & B', path, content: markup`<p>x</p>` }, SETTINGS);

  it('links to the root and to the same page of the console, and names the signed-in user', () => {
    const shownTo = (hasSession: boolean): string =>
      renderPage({ title: 'x', path: '/rest/alert', content: markup``, user: { name: 'j<doe', hasSession } }, SETTINGS);
    const link = '<a href="https://mon.example.test/console/rest/alert">Console</a>';
    expect(page('/rest/alert')).toContain(
      `<header><a class="brand" href="/rest/.html">Wardstone</a><span class="user">${link}</span></header>`,
    );
    expect(shownTo(false)).toContain(`<span class="user">${link} · Signed in as j&lt;doe</span>`);
    expect(shownTo(true)).toContain(
      `<form class="user" method="post" action="/logout">${link} · Signed in as j&lt;doe <button>Sign out</button></form>`,
    );
  });

  it('is a complete document for small screens, without scripts', () => {
    const html = page('/rest');
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
    expect(html).toContain('<title>A &amp; B - Wardstone</title>');
    expect(html).not.toContain('<script');
  });

  it('steps through paged lists', () => {
    const links = [
      { rel: 'next' as const, href: 'https://mon.example.test/rest/alert.html?page=1&size=2' },
      { rel: 'current' as const, href: 'https://mon.example.test/rest/alert.html?size=2' },
    ];
    const group = { name: 'g', resourceTypeId: null, links: [] };
    const toPage = (value: unknown): string =>
      renderHtml(toListKind(Group), value, { title: 'Alerts', path: '/rest/alert', links }, SETTINGS);
    const html = toPage({ items: [group, group], total: 5, window: parsePage({ ps: '2', page: '1' }) });
    expect(html).toContain(
      '<nav class="pages" aria-label="Pages"><span class="quiet">3 to 4 of 5</span> ' +
        '<a rel="next" href="/rest/alert.html?page=1&amp;size=2">Next page</a> </nav>',
    );
    expect(toPage({ items: [], total: 5, window: parsePage({ page: '9' }) })).toContain('None of 5');
    expect(toPage([group])).toContain('<p class="pages quiet">1 total</p>');
  });
});

it('leaves out facts that have no value', () => {
  expect(
    factTable([
      ['a', null],
      ['b', undefined],
      ['c', 0],
    ]).html,
  ).toBe('<table class="facts"><tbody><tr><th scope="row">c</th><td>0</td></tr></tbody></table>');
});

it.each([
  ['collectionInterval', 'Collection interval'],
  ['id', 'Id'],
])('reads the name %s as %s', (name, expected) => {
  expect(readableName(name)).toBe(expected);
});
