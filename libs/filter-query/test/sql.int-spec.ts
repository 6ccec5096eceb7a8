import { checkFilter, type FilterColumns, type FilterFields, parseFilter, toSql } from '@wardstone/filter-query';
import { evaluateFilter, type FilterRow, rounds, useDatabase } from '@wardstone/testing';
import fc from 'fast-check';
import { POLICIES } from './policies';

const RUNS = rounds(1_000, 4);

const FIELDS: FilterFields = {
  title: { kind: 'text', operators: ['eq', 'ne', 'like', 'unlike', 'in', 'notin'], presence: true },
  os_major_version: {
    kind: 'integer',
    bits: 32,
    operators: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notin'],
    presence: true,
  },
  os_minor_version: { kind: 'integer', bits: 32, operators: ['eq', 'ne'] },
  owner: { kind: 'uuid', operators: ['eq', 'ne', 'in', 'notin'], presence: true },
  shared: { kind: 'boolean', operators: ['eq'], presence: true },
};

const COLUMNS: FilterColumns = {
  title: { column: 't.title', type: 'text' },
  os_major_version: { column: 't.os_major_version', type: 'bigint' },
  os_minor_version: (term, bind) => {
    if (term.type !== 'comparison') throw new TypeError('no such operator');
    const { operator, value } = term;
    const member = value.kind === 'integer' ? `${bind(value.value.toString())}::bigint = ANY(t.minors)` : 'FALSE';
    return operator === 'ne' ? `NOT (${member})` : member;
  },
  owner: { column: 't.owner', type: 'uuid' },
  shared: { column: 't.shared', type: 'boolean' },
};

const OWNER = 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11';
const ROWS: readonly FilterRow[] = [
  ...POLICIES.map(({ row }) => ({ ...row, owner: null, shared: null })),
  { title: null, os_major_version: null, os_minor_version: [1], owner: OWNER, shared: true },
  { title: '', os_major_version: -8, os_minor_version: [], owner: null, shared: false },
  { title: String.raw`a\b%c_d*e`, os_major_version: 2147483647, os_minor_version: [7], owner: OWNER, shared: null },
];

const text = fc.constantFrom(
  'Alpha',
  'alpha',
  'ALP*',
  '*',
  'a*a',
  '%',
  '_',
  '"\\\\"',
  '*\\b*',
  '""',
  '"100%"',
  'x',
  '"*e"',
  '*c_d',
);
const number = fc.constantFrom('7', '8', '"-8"', '9', '2147483647', '2147483648', '"-99999999999999999999"');
const list = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(value, { maxLength: 3 }).map((values) => `(${values.join(' ')})`);
const joined = (...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(' '));
const term = fc.oneof(
  joined('title', fc.constantFrom('=', '!=', '~', '!~'), text),
  joined('title', fc.constantFrom('^', '!^'), list(text)),
  joined('os_major_version', fc.constantFrom('=', '!=', '<', '<=', '>', '>='), number),
  joined('os_major_version', fc.constantFrom('^', '!^'), list(number)),
  joined('os_minor_version', fc.constantFrom('=', '!='), number),
  joined('owner', fc.constantFrom('=', '!='), fc.constantFrom(OWNER, OWNER.replaceAll('-', '').toUpperCase())),
  joined('owner', fc.constantFrom('^', '!^'), list(fc.constant(OWNER))),
  joined('shared =', fc.constantFrom('yes', 'off')),
  joined(fc.constantFrom('has', 'null?'), fc.constantFrom('title', 'os_major_version', 'owner', 'shared')),
);
const { filter } = fc.letrec<{ filter: string }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    term,
    joined(tie('filter'), fc.constantFrom('and', 'or', ''), tie('filter')),
    joined('not (', tie('filter'), ')'),
    joined('(', tie('filter'), ')'),
  ),
}));

describe('a filter in SQL', () => {
  const db = useDatabase({ name: 'filter_query', migrations: [] });

  beforeAll(async () => {
    await db.query(
      'CREATE TABLE thing (id int PRIMARY KEY, title text, os_major_version int, minors int[], owner uuid, shared bool)',
    );
    for (const [id, row] of ROWS.entries()) {
      await db.query('INSERT INTO thing VALUES ($1, $2, $3, $4, $5, $6)', [
        id,
        row['title'],
        row['os_major_version'],
        row['os_minor_version'],
        row['owner'],
        row['shared'],
      ]);
    }
  });

  const select = async (condition: string, params: unknown[]): Promise<number[]> => {
    const found = await db.query<{ id: number }>(`SELECT t.id FROM thing t WHERE ${condition} ORDER BY t.id`, params);
    return found.map(({ id }) => id);
  };

  it('selects the rows that the evaluator lets pass', async () => {
    let selected = 0;
    await fc.assert(
      fc.asyncProperty(filter, async (source) => {
        // The tail keeps a closing parenthesis from being the last token, where it would be dropped.
        const checked = checkFilter(parseFilter(`${source} os_minor_version != 99`)!, FIELDS);
        const params: unknown[] = [];
        const ids = await select(toSql(checked, COLUMNS, params), params);
        selected += ids.length;
        expect(ids).toEqual([...ROWS.keys()].filter((id) => evaluateFilter(checked, ROWS[id]!)));
      }),
      { seed: 3, numRuns: RUNS },
    );
    expect(selected).toBeGreaterThan(RUNS);
  });

  it('runs at the limits of size and depth', async () => {
    const alternating = Array.from({ length: 256 }, (_, at) => `title = x ${at % 2 ? 'and' : 'or'}`).join(' ');
    for (const source of [`${'not ('.repeat(32)}title = Alpha`, alternating]) {
      const checked = checkFilter(parseFilter(source)!, FIELDS);
      const params: unknown[] = [];
      const ids = await select(toSql(checked, COLUMNS, params), params);
      expect(ids).toEqual([...ROWS.keys()].filter((id) => evaluateFilter(checked, ROWS[id]!)));
    }
  });
});
