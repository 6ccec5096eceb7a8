import { measureProcessorTime } from '@wardstone/testing';
import { FilterError, type FilterNode } from './ast';
import { parseFilter } from './parser';

/** The tree with every grouping spelled out. */
function spell(node: FilterNode): string {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.operands.map(spell).join(` ${node.type} `)})`;
    case 'not':
      return `not ${spell(node.operand)}`;
    case 'presence':
      return `${node.presence} ${node.field}`;
    case 'comparison':
      return `${node.field} ${node.operator} ${node.value}`;
    case 'membership':
      return `${node.field} ${node.operator} [${node.values.join('|')}]`;
    case 'stray':
      return `stray ${node.text}`;
  }
}
const tree = (text: string): string | null => {
  const node = parseFilter(text);
  return node && spell(node);
};

describe('parseFilter', () => {
  it.each(['', ' \t\n', '()', 'and', '(())', ') ( and , = !', '!'])('finds no restriction in %j', (text) => {
    expect(parseFilter(text)).toBeNull();
  });

  it.each([
    ['a=1 and b=2 or c=3', '(a eq 1 and (b eq 2 or c eq 3))'],
    ['a=1 or b=2 and c=3', '(a eq 1 or (b eq 2 and c eq 3))'],
    ['a=1 and b=2 and c=3', '(a eq 1 and b eq 2 and c eq 3)'],
    ['a=1 or b=2 c=3', '((a eq 1 or b eq 2) and c eq 3)'],
    ['a=1 b=2 or c=3', '(a eq 1 and (b eq 2 or c eq 3))'],
    ['(a=1 and b=2) or c=3', '((a eq 1 and b eq 2) or c eq 3)'],
    ['not a=1 and b=2', '(not a eq 1 and b eq 2)'],
    ['not (a=1 and b=2) or c=3', '(not (a eq 1 and b eq 2) or c eq 3)'],
    ['not not -a=1', 'not not not a eq 1'],
    ['has a null? b', '(notnull a and null b)'],
    ['not has a', 'not notnull a'],
    ['((a=1))', 'a eq 1'],
  ])('gives %j its precedence', (text, expected) => expect(tree(text)).toBe(expected));

  it.each([
    ['a = 1 AND', 'a eq 1'],
    ['a = 1 ) and ( , !', 'a eq 1'],
    ['(a = 1', 'a eq 1'],
    ['(a = 1 and (b = 2', '(a eq 1 and b eq 2)'],
    ['and or a = 1', 'a eq 1'],
    ['a = 1 and or b = 2', '(a eq 1 and b eq 2)'],
    ['(and a = 1) b = 2', '(a eq 1 and b eq 2)'],
    [', ,a=1,,b=2', '(a eq 1 and b eq 2)'],
    ['a=1, (b=2), not c=3, has d', '(a eq 1 and b eq 2 and not c eq 3 and notnull d)'],
    ['a=1, or b=2', '(a eq 1 and b eq 2)'],
    ['(a=1,) b=2', '(a eq 1 and b eq 2)'],
    ['a=1 or, b=2', '(a eq 1 or b eq 2)'],
  ])('forgives %j', (text, expected) => expect(tree(text)).toBe(expected));

  it.each([
    ['a ^ (1 2)', 'a in [1|2]'],
    ['a ^ (1,2)', 'a in [1|2]'],
    ['a ^ (1, ,2', 'a in [1|2]'],
    ['a !^ ( 1 = and ( 2 ) b=3', '(a notin [1|2] and b eq 3)'],
    ['a ^ "1, 2,,"', 'a in [1|2]'],
    ['a ^ ("1,2" " 3 " "")', 'a in [1,2|3|]'],
    ['a ^ () b=1', '(a in [] and b eq 1)'],
    ['a ^ ""', 'a in []'],
  ])('reads the list of %j', (text, expected) => expect(tree(text)).toBe(expected));

  it.each([
    ['foo', 'stray foo'],
    ['= foo', 'stray foo'],
    ['^ (a b', 'stray a,b'],
    ['a = b c', '(a eq b and stray c)'],
    ['a =', 'stray a'],
  ])('keeps what has no field or no operator in %j for the check', (text, expected) => {
    expect(tree(text)).toBe(expected);
  });

  it.each([
    ['a = (b)', 'Value expected but found :lparen'],
    ['a = ) or b', 'Value expected but found :rparen'],
    ['a = , b', 'Value expected but found :comma'],
    ['a = and b', 'Value expected but found :and'],
    ['a = or b', 'Value expected but found :or'],
    ['a = -5', 'Value expected but found :not'],
    ['a == = b', 'Value expected but found :eq'],
    ['a = != b', 'Value expected but found :ne'],
    ['a =~ b', 'Value expected but found :like'],
    ['a = !~ b', 'Value expected but found :unlike'],
    ['a => b', 'Value expected but found :gt'],
    ['a = >= b', 'Value expected but found :gte'],
    ['a = < b', 'Value expected but found :lt'],
    ['a = <= b', 'Value expected but found :lte'],
    ['a = ^ b', 'Value expected but found :in'],
    ['a = !^ b', 'Value expected but found :notin'],
    ['a = has b', 'Value expected but found :notnull'],
    ['a = null? b', 'Value expected but found :null'],
    ['has = a', 'Value expected but found :eq'],
    ['not and a = b', 'Value expected but found :and'],
    ['(a = b and) c = d', 'Value expected but found :rparen'],
    ['() a = b', 'Empty list of operands'],
    ['a = b ( , ) c = d', 'Empty list of operands'],
    ['not () a = b', 'Empty list of operands'],
    ['a = b) or a = c', "Unexpected ')'"],
    [') a = b', "Unexpected ')'"],
    ['and ) a = b', "Unexpected ')'"],
    ['(a = b)) c = d', "Unexpected ')'"],
    ['not ) a = b', "Unexpected ')'"],
  ])('refuses %j: %s', (text, message) => {
    expect(() => parseFilter(text)).toThrow(new FilterError(message));
  });

  it('reports a syntax error before any other', () => {
    expect(() => parseFilter('foo and nowhere = 1 and a = (b)')).toThrow('Value expected but found :lparen');
  });

  describe('guards', () => {
    const tooComplex = new FilterError('filter is too complex');
    const terms = (count: number): string => Array.from({ length: count }, () => 'a=1').join(' or ');
    const nested = (open: string, depth: number): string => `${open.repeat(depth)}a=1`;

    it('accepts 256 comparisons and refuses 257', () => {
      expect(parseFilter(terms(256))).toMatchObject({ type: 'or', operands: { length: 256 } });
      expect(() => parseFilter(terms(257))).toThrow(tooComplex);
    });

    it.each(['(', '!', 'not '])('takes %j nested 64 deep and refuses 65', (open) => {
      expect(parseFilter(nested(open, 64))).not.toBeNull();
      expect(() => parseFilter(nested(open, 65))).toThrow(tooComplex);
    });

    it('counts groups side by side as one level', () => {
      expect(parseFilter('(a=1)'.repeat(200))).toMatchObject({ operands: { length: 200 } });
    });

    it.each([
      ['connectives', 'and '.repeat(100_000) + 'a=1'],
      ['commas', ','.repeat(300_000) + 'a=1'],
      ['blanks in a value', `a ^ "${' '.repeat(150_000)}x${' '.repeat(150_000)}y"`],
      ['escapes', `a = "${'\\"'.repeat(150_000)}"`],
      ['dangling parentheses', 'a=1' + ')'.repeat(300_000)],
    ])('is linear in the number of %s', async (_what, text) => {
      const spentMs = await measureProcessorTime(() => expect(parseFilter(text)).not.toBeNull());
      // A quadratic step over 300,000 characters takes minutes.
      expect(spentMs).toBeLessThan(15_000);
    });
  });
});
