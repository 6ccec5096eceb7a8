import {
  type Attribute,
  ExpressionError,
  type GroupExpression,
  parseGroupExpression,
  type Path,
  type Statement,
} from '@wardstone/group-expression';
import { printGroupExpression } from './print';
import fc from 'fast-check';

const WILD = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .map((text) => text.replace(/[<\r\n]/g, '=').trim() || '.');

const PLAIN = ['id', 'name', 'version', 'typePlugin', 'typeName', 'typeCategory', 'availability'] as const;

function aPath(): fc.Arbitrary<Path> {
  const attribute: fc.Arbitrary<Attribute> = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...PLAIN).map((kind) => ({ kind })) },
    fc.record({
      kind: fc.constantFrom('trait', 'pluginConfiguration', 'resourceConfiguration'),
      key: WILD.map((key) => key.replaceAll(']', '[')),
    }),
  );
  return fc.record({
    relative: fc.constantFrom(null, 'parent', 'grandParent', 'greatGrandParent', 'greatGreatGrandParent', 'child'),
    attribute,
  });
}

function aFilter(): fc.Arbitrary<Statement> {
  return aPath().chain((path): fc.Arbitrary<Statement> => {
    const exact = (value: fc.Arbitrary<string>): fc.Arbitrary<Statement> =>
      value.map((text) => ({ type: 'filter', path, comparison: 'equals', value: text }));
    switch (path.attribute.kind) {
      case 'id':
        return exact(fc.bigInt({ min: -9n, max: 10n ** 20n }).map(String));
      case 'typeCategory':
        return exact(fc.constantFrom('PLATFORM', 'SERVER', 'SERVICE'));
      case 'availability':
        return exact(fc.constantFrom('UP', 'DOWN', 'DISABLED', 'UNKNOWN'));
      default:
        return fc.record({
          type: fc.constant('filter'),
          path: fc.constant(path),
          comparison: fc.constantFrom('equals', 'contains', 'startsWith', 'endsWith'),
          value: WILD,
        });
    }
  });
}

/** Any permitted expression: statements that must not be combined with earlier ones are left out. */
export function anExpression(): fc.Arbitrary<GroupExpression> {
  const statement: fc.Arbitrary<Statement> = fc.oneof(
    { weight: 3, arbitrary: aFilter() },
    aPath().map((path): Statement => ({ type: 'pivot', path })),
    fc.tuple(aPath(), fc.boolean()).map(([path, isEmpty]): Statement => ({ type: 'emptiness', path, isEmpty })),
    WILD.map((group): Statement => ({ type: 'membership', group })),
  );
  return fc.array(statement, { maxLength: 6 }).map(allowedAmong);
}

function allowedAmong(statements: readonly Statement[]): Statement[] {
  const allowed: Statement[] = [];
  for (const statement of statements) {
    const longer = [...allowed, statement];
    try {
      parseGroupExpression(printGroupExpression(longer));
      allowed.push(statement);
    } catch (error) {
      // Only the rules between statements apply; a statement that is refused alone fails the test that draws it.
      const isAlone = allowed.length === 0 || !(error instanceof ExpressionError);
      if (isAlone) throw error;
    }
  }
  return allowed;
}
