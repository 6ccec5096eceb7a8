import { parsePage } from '@wardstone/pagination';
import { Definition, Everything, Group, aDefinition } from '../../test/sample-records';
import { LINKS, TEXTS, toListKind, one } from '../record/result-kind';
import { renderJson, renderWrappedJson } from './render-json';
import { renderPlain } from './render-plain';

describe('renderJson', () => {
  it('writes records as they are, with null but without missing fields', () => {
    expect(renderJson(one(Group), { name: 'g', resourceTypeId: null, links: [] })).toBe(
      '{"name":"g","resourceTypeId":null,"links":[]}',
    );
    expect(renderJson(one(Definition), aDefinition())).not.toContain('notifications');
  });

  it('writes lists as bare arrays, paged or not', () => {
    expect(renderJson(TEXTS, ['a', 'b'])).toBe('["a","b"]');
    expect(renderJson(toListKind(Group), { items: [{ name: 'g' }], total: 7, window: parsePage({}) })).toBe(
      '[{"name":"g"}]',
    );
  });
});

describe('renderWrappedJson', () => {
  const links = [{ rel: 'current' as const, href: 'https://mon.example.test/rest/x' }];

  it('puts the page around a paged list', () => {
    const page = { items: [{ name: 'g' }], total: 47, window: parsePage({ ps: '20', page: '1' }) };
    expect(JSON.parse(renderWrappedJson(toListKind(Group), page, links))).toEqual({
      data: [{ name: 'g' }],
      pageSize: 20,
      currentPage: 1,
      lastPage: 2,
      totalSize: 47,
      links: [{ current: { href: 'https://mon.example.test/rest/x' } }],
    });
  });

  it('treats a list without paging as one page of its own length', () => {
    expect(JSON.parse(renderWrappedJson(LINKS, [{ self: { href: '.jsonw' } }], links))).toMatchObject({
      pageSize: 1,
      currentPage: 0,
      lastPage: 0,
      totalSize: 1,
    });
  });

  it('leaves single records unwrapped', () => {
    expect(renderWrappedJson(one(Group), { name: 'g' }, [])).toBe('{"name":"g"}');
  });
});

describe('renderPlain', () => {
  it('writes one line per field that has a value, line ends inside values made blanks', () => {
    const record = { label: 'l', text: null, integer: 5, flag: false, texts: ['a', 'b'], textMap: { k: 'v' }, time: 0 };
    expect(renderPlain(one(Everything), { ...record, label: 'two\r\nlines' })).toBe(
      'label: two lines\ninteger: 5\nflag: false\ntime: 0\ntexts: a,b\n',
    );
  });

  it('writes lists as lines of the fields that their view names, otherwise of all plain fields', () => {
    expect(renderPlain(toListKind(Definition), [aDefinition(), aDefinition({ id: 2, name: 'a\tb' })])).toBe(
      '10021\tdisk full\n2\ta b\n',
    );
    expect(renderPlain(toListKind(Group), [{ name: 'g', resourceTypeId: 5, links: [] }])).toBe('g\t5\n');
    expect(renderPlain(TEXTS, ['a', 'b\nc'])).toBe('a\nb c\n');
    expect(renderPlain(LINKS, [{ self: { href: '.txt' } }])).toBe('self\t.txt\n');
    expect(renderPlain(TEXTS, [])).toBe('');
  });
});
