import { groupExpressionToSql, parseGroupExpression } from '@wardstone/group-expression';

it.each([
  ['-1', []],
  ['-99999999999', []],
  ['0', [0]],
  ['2147483647', [2_147_483_647]],
  ['2147483648', []],
])('the id %s binds %j, because no integer parameter holds more than 31 bits', (id, expected) => {
  const bound: unknown[] = [];
  const sql = groupExpressionToSql(parseGroupExpression(`resource.id = ${id}`), (value) => `$${bound.push(value)}`);
  expect(bound).toEqual(expected);
  expect(/ AND false$/.test(sql.trim())).toBe(expected.length === 0);
});
