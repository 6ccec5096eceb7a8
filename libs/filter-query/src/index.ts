export {
  type CheckedFilter,
  type CheckedTerm,
  contractOperatorsOnly,
  EQUALITY,
  EXACT_OPERATORS,
  FilterError,
  type FilterFields,
  type FilterNode,
  type FilterValue,
  type Operator,
  type ScalarOperator,
  TEXT_OPERATORS,
} from './ast';
export { checkFilter } from './check';
export { parseFilter } from './parser';
export { type Bind, type FilterColumn, type FilterColumns, toSql } from './to-sql';
