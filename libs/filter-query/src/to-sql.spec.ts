import { checkFilter } from './check';
import { type FilterFields } from './ast';
import { parseFilter } from './parser';
import { type FilterColumns, toSql } from './to-sql';

const FIELDS: FilterFields = {
  title: { kind: 'text', operators: ['eq', 'ne', 'like', 'unlike', 'in', 'notin'], presence: true },
  major: { kind: 'integer', bits: 32, operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notin'] },
  minor: { kind: 'integer', bits: 32, operators: ['eq', 'ne'] },
  owner: { kind: 'uuid', operators: ['eq'] },
};
const COLUMNS: FilterColumns = {
  title: { column: 'p.title', type: 'text' },
  major: { column: 'g.major', type: 'bigint' },
  owner: { column: 's.owner_id', type: 'uuid' },
  minor: (term, bind) => {
    if (term.type !== 'comparison' || term.value.kind !== 'integer') return 'FALSE';
    return `${term.operator === 'ne' ? 'NOT ' : ''}${bind(term.value.value.toString())}::bigint = ANY(p.minors)`;
  },
};

function compile(text: string, params: unknown[] = []): { sql: string; params: unknown[] } {
  const sql = toSql(checkFilter(parseFilter(text)!, FIELDS), COLUMNS, params);
  return { sql, params };
}

describe('toSql', () => {
  it.each([
    ['title = a', 'p.title = $1::text', ['a']],
    ['title != a', 'p.title <> $1::text', ['a']],
    ['major = 8', 'g.major = $1::bigint', ['8']],
    ['major > 8', 'g.major > $1::bigint', ['8']],
    ['major <= 8', 'g.major <= $1::bigint', ['8']],
    ['has title', 'p.title IS NOT NULL', []],
    ['null? title', 'p.title IS NULL', []],
    ['title ~ a', 'p.title ILIKE $1::text', ['%a%']],
    ['title !~ a', 'p.title NOT ILIKE $1::text', ['%a%']],
    ['title ~ al*', 'p.title ILIKE $1::text', ['al%']],
    ['title ~ "*pha"', 'p.title ILIKE $1::text', ['%pha']],
    ['title ~ a**a', 'p.title ILIKE $1::text', ['a%a']],
    ['title ~ ""', 'p.title ILIKE $1::text', ['%%']],
    [String.raw`title ~ "1%_\\*"`, 'p.title ILIKE $1::text', [String.raw`1\%\_\\%`]],
    ['title ^ (a b)', 'p.title = ANY($1::text[])', [['a', 'b']]],
    ['title !^ (a)', '(p.title IS NOT NULL AND p.title <> ALL($1::text[]))', [['a']]],
    ['major ^ (7 9999999999)', 'g.major = ANY($1::bigint[])', [['7']]],
    ['owner = A0EEBC999C0B4EF8BB6D6BB9BD380A11', 's.owner_id = $1::uuid', ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11']],
    ['minor != 7', '(NOT $1::bigint = ANY(p.minors))', ['7']],
  ])('writes %s', (text, sql, params) => expect(compile(text)).toEqual({ sql, params }));

  it.each([
    ['=', 'FALSE', 'FALSE'],
    ['!=', 'g.major IS NOT NULL', 'g.major IS NOT NULL'],
    ['>', 'FALSE', 'g.major IS NOT NULL'],
    ['>=', 'FALSE', 'g.major IS NOT NULL'],
    ['<', 'g.major IS NOT NULL', 'FALSE'],
    ['<=', 'g.major IS NOT NULL', 'FALSE'],
  ])('decides %s without reading the column if the number is out of its range', (operator, above, below) => {
    expect(compile(`major ${operator} 99999999999999999999`)).toEqual({ sql: above, params: [] });
    expect(compile(`major ${operator} "-99999999999999999999"`)).toEqual({ sql: below, params: [] });
  });

  it('groups and negates, two-valued', () => {
    expect(compile('not (title = a or major = 8) and title = b').sql).toBe(
      '(((p.title = $1::text OR g.major = $2::bigint)) IS NOT TRUE AND p.title = $3::text)',
    );
  });

  it('numbers placeholders after the existing parameters', () => {
    expect(compile('title = a and major = 8', ['org-1'])).toEqual({
      sql: '(p.title = $2::text AND g.major = $3::bigint)',
      params: ['org-1', 'a', '8'],
    });
  });

  it('never writes a value into the text', () => {
    const { sql, params } = compile(`title = "x'; DROP TABLE policy; --" or title ^ ("$1" "'")`);
    expect(sql).toBe('(p.title = $1::text OR p.title = ANY($2::text[]))');
    expect(params).toEqual(["x'; DROP TABLE policy; --", ['$1', "'"]]);
  });

  it('stops at a field without a column', () => {
    const filter = checkFilter(parseFilter('title = a')!, FIELDS);
    expect(() => toSql(filter, {}, [])).toThrow(TypeError);
  });
});
