export { parseGroupExpression } from './parser';
export {
  type Attribute,
  CATEGORY_NAMES,
  type Comparison,
  ExpressionError,
  type GroupExpression,
  NULL_PIVOT,
  type Path,
  type Pivot,
  type Relative,
  type Statement,
} from './statement';
export { groupExpressionToSql } from './to-sql';
