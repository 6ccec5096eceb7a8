import {
  checkFilter,
  type FilterColumns,
  FilterError,
  type FilterNode,
  parseFilter,
  toSql,
} from '@wardstone/filter-query';
import { evaluateFilter, type FilterRow, rounds } from '@wardstone/testing';
import fc from 'fast-check';
import { POLICIES } from './policies';
import { POLICY_FIELDS } from './policy-fields';

const RUNS = { seed: 20_260_526, numRuns: rounds(10_000) };
const COLUMNS: FilterColumns = {
  title: { column: 'p.title', type: 'text' },
  os_major_version: { column: 'p.os_major_version', type: 'bigint' },
  os_minor_version: () => 'TRUE',
};
const ROWS: readonly FilterRow[] = [...POLICIES.map(({ row }) => row), { title: null, os_major_version: 8 }];

/** Pieces that meet in real filters, so that random joins of them reach every rule of the grammar. */
const piece = fc.constantFrom(
  '(',
  ')',
  ',',
  '&',
  '|',
  '!',
  '-',
  '=',
  '==',
  '!=',
  '<>',
  '~',
  '!~',
  '>',
  '<=',
  '^',
  '!^',
  '"',
  '\\',
  ' ',
  'and',
  'or',
  'not',
  'has',
  'null?',
  'title',
  'os_major_version',
  'os_minor_version',
  'Alpha',
  '7',
  '"a b"',
  '*',
);
const term = fc.constantFrom(
  'title = Alpha',
  'has title',
  'title !~ x*',
  'os_major_version ^ (7 8)',
  'os_minor_version != 7',
  'and',
  'or',
);
const soup = fc
  .array(fc.oneof(piece, term), { maxLength: 20 })
  .chain((pieces) => fc.constantFrom(pieces.join(' '), pieces.join('')));

/** A tree whose strings need quoting every way there is. */
const word = fc.oneof(
  fc.constantFrom('and', 'has', '', '(', 'a b', '"', '\\', 'é', '-'),
  fc.string({ unit: 'grapheme' }),
);
const leaf: fc.Arbitrary<FilterNode> = fc.oneof(
  fc.record({
    type: fc.constant('comparison' as const),
    field: word,
    operator: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'like', 'unlike'),
    value: word,
  }),
  fc.record({
    type: fc.constant('membership' as const),
    field: word,
    operator: fc.constantFrom('in', 'notin'),
    values: fc.array(
      word.map((text) => text.replace(/^[ \t-\r]+|[ \t-\r]+$/g, '')),
      { maxLength: 3 },
    ),
  }),
  fc.record({ type: fc.constant('presence' as const), field: word, presence: fc.constantFrom('null', 'notnull') }),
);
const { tree } = fc.letrec<{ tree: FilterNode }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    leaf,
    fc.record({
      type: fc.constantFrom('and', 'or'),
      operands: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ type: fc.constant('not' as const), operand: tie('tree') }),
  ),
}));

const SYMBOLS: Readonly<Record<string, string>> = {
  eq: '=',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: '~',
  unlike: '!~',
  in: '^',
  notin: '!^',
  null: 'null?',
  notnull: 'has',
};
const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Writes a tree with every group in parentheses; the closing one of the text would dangle, hence the tail. */
function write(node: FilterNode): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.operands.map(write).join(` ${node.type} `)})`;
    case 'not':
      return `not ${write(node.operand)}`;
    case 'presence':
      return `${SYMBOLS[node.presence]} ${quote(node.field)}`;
    case 'comparison':
      return `${quote(node.field)} ${SYMBOLS[node.operator]} ${quote(node.value)}`;
    case 'membership':
      return `${quote(node.field)} ${SYMBOLS[node.operator]} (${node.values.map(quote).join(' ')})`;
    case 'stray':
      return quote(node.text);
  }
}

/** A chain of one connective is one node to the parser, when the nested link is the last one. */
function flatten(node: FilterNode): FilterNode {
  if (node.type === 'not') return { type: 'not', operand: flatten(node.operand) };
  if (node.type !== 'and' && node.type !== 'or') return node;
  const operands = node.operands.map(flatten);
  const last = operands.at(-1)!;
  return last.type === node.type
    ? { type: node.type, operands: [...operands.slice(0, -1), ...last.operands] }
    : { type: node.type, operands };
}

describe('properties of the filter language', () => {
  it('throws only FilterError for any text', () => {
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: soup }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }),
        (text) => {
          try {
            const node = parseFilter(text);
            if (!node) return;
            const filter = checkFilter(node, POLICY_FIELDS);
            accepted += 1;
            toSql(filter, COLUMNS, []);
            for (const row of ROWS) evaluateFilter(filter, row);
          } catch (error) {
            expect(error).toBeInstanceOf(FilterError);
          }
        },
      ),
      RUNS,
    );
    // The property proves nothing if hardly a text is accepted.
    expect(accepted).toBeGreaterThan(RUNS.numRuns / 20);
  });

  it('reads back every tree that was written out', () => {
    fc.assert(
      fc.property(tree, (node) => {
        expect(parseFilter(`${write(node)} and has end`)).toEqual(
          flatten({ type: 'and', operands: [node, { type: 'presence', presence: 'notnull', field: 'end' }] }),
        );
      }),
      { ...RUNS, numRuns: rounds(2_000, 4) },
    );
  });

  it('joins a chain of connectives from the right', () => {
    const bit = fc.boolean();
    const chain = fc.tuple(bit, fc.array(fc.tuple(fc.constantFrom('and', 'or'), bit), { maxLength: 8 }));
    fc.assert(
      fc.property(chain, ([first, links]) => {
        const values = [first, ...links.map(([, value]) => value)];
        let expected = values.at(-1)!;
        for (let at = links.length - 1; at >= 0; at--) {
          expected = links[at]![0] === 'and' ? values[at]! && expected : values[at]! || expected;
        }
        const terms = values.map((value) => `title = ${value ? 'yes' : 'no'}`);
        const text = terms.reduce((left, term, at) => (at === 0 ? term : `${left} ${links[at - 1]![0]} ${term}`), '');
        expect(evaluateFilter(checkFilter(parseFilter(text)!, POLICY_FIELDS), { title: 'yes' })).toBe(expected);
      }),
      { ...RUNS, numRuns: rounds(2_000, 4) },
    );
  });

  it.each([
    ['title = Alpha', false],
    ['title != Alpha', false],
    ['title ~ ""', false],
    ['title !~ x', false],
    ['null? title', true],
    ['has title', false],
    ['not title = Alpha', true],
    ['not title != Alpha', true],
    ['not not title != Alpha', false],
    ['not (title !~ x or os_major_version !^ (8))', true],
    ['title != Alpha or os_major_version = 8', true],
  ])('gives %s on a NULL title its two truth values', (text, expected) => {
    expect(evaluateFilter(checkFilter(parseFilter(text)!, POLICY_FIELDS), { title: null, os_major_version: 8 })).toBe(
      expected,
    );
  });
});
