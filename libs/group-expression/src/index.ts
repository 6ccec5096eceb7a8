export { ExpressionError } from './expression-error';
export { parseGroupExpression } from './parser';
export { CATEGORY_NAMES, NULL_PIVOT } from './statement';
export type { Attribute, Comparison, GroupExpression, Path, Pivot, Relative, Statement } from './statement';
export { groupExpressionToSql } from './to-sql';
