export { evaluateGroupExpression } from './evaluate';
export type { ExpressionResource, GroupResult } from './evaluate';
export { ExpressionError } from './expression-error';
export { parseGroupExpression } from './parser';
export { printGroupExpression } from './print';
export type { Attribute, GroupExpression, Path, Statement } from './statement';
export { groupExpressionToSql } from './to-sql';
