export {
  type CheckedComparison,
  type CheckedFilter,
  type CheckedMembership,
  type CheckedPresence,
  type CheckedTerm,
  type Connective,
  contractOperatorsOnly,
  EQUALITY,
  EXACT_OPERATORS,
  FilterError,
  type FilterField,
  type FilterFields,
  type FilterNode,
  type FilterValue,
  type MembershipOperator,
  type Operator,
  type Presence,
  type ScalarOperator,
  TEXT_OPERATORS,
} from './ast';
export { checkFilter } from './check';
export { parseFilter } from './parser';
export { type Bind, type FilterColumn, type FilterColumns, toSql } from './to-sql';
