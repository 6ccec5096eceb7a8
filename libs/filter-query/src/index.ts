export type {
  CheckedComparison,
  CheckedFilter,
  CheckedMembership,
  CheckedPresence,
  CheckedTerm,
  Connective,
  FilterNode,
  FilterValue,
  MembershipOperator,
  Operator,
  Presence,
  ScalarOperator,
} from './ast';
export { checkFilter } from './check';
export { EQUALITY, EXACT_OPERATORS, TEXT_OPERATORS, contractOperatorsOnly } from './fields';
export type { FilterField, FilterFields } from './fields';
export { FilterError } from './filter-error';
export { parseFilter } from './parser';
export { type Bind, type FilterColumn, type FilterColumns, toSql } from './to-sql';
