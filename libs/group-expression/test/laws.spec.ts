import { ExpressionError, parseGroupExpression } from '@wardstone/group-expression';
import { printGroupExpression } from './print';
import fc from 'fast-check';
import { anExpression } from './expressions';

const RUNS = { seed: 20_261_121, numRuns: 2_000 };

const piece = fc.constantFrom(
  'resource',
  'RESOURCE',
  'parent',
  'child',
  'name',
  'type',
  'category',
  'trait',
  '[',
  ']',
  '[a]',
  '=',
  '.',
  ' ',
  'contains',
  'groupby',
  'not',
  'empty',
  'memberof',
  'id',
  '7',
  'up',
  'availability',
  '\n',
  '<',
  '\t',
  '\u2028',
);

describe('a group expression', () => {
  it('is equal after parsing its normal form', () => {
    fc.assert(
      fc.property(anExpression(), (expression) => {
        const lines = printGroupExpression(expression);
        expect(parseGroupExpression(lines)).toEqual(expression);
        expect(parseGroupExpression(lines.join('\r\n'))).toEqual(expression);
      }),
      RUNS,
    );
  });

  it('is parsed or rejected at a position, for any text', () => {
    let refused = 0;
    const soup = fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 15 });
    fc.assert(
      fc.property(soup, fc.constantFrom('', ' ', '.'), (pieces, glue) => {
        const source = pieces.join(glue);
        try {
          printGroupExpression(parseGroupExpression(source));
        } catch (error) {
          if (!(error instanceof ExpressionError)) throw error;
          refused += 1;
          const line = source.split(/\r\n|\r|\n/)[error.line - 1]!;
          expect(error.column).toBeGreaterThanOrEqual(1);
          expect(error.column).toBeLessThanOrEqual(line.length + 1);
        }
      }),
      RUNS,
    );
    expect(refused).toBeGreaterThan(500);
  });
});
