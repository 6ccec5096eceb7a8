import {
  type CheckedComparison,
  type CheckedFilter,
  type CheckedMembership,
  type CheckedTerm,
  type FilterValue,
  type ScalarOperator,
} from './ast';

/** Adds a value to the parameters of the statement and returns its placeholder, e.g. `$3`. */
export type Bind = (value: unknown) => string;

/**
 * SQL of a field. `column`: an expression, with the SQL type to which its values are cast (`text` columns support `~`
 * and `!~`). A function returns the whole condition of a term, for attributes without a single column; values must go
 * through `bind`. An unknown condition (NULL) counts as false.
 */
export type FilterColumn =
  | { readonly column: string; readonly type: 'text' | 'bigint' | 'numeric' | 'uuid' | 'boolean' }
  | ((term: CheckedTerm, bind: Bind) => string);

export type FilterColumns = Readonly<Record<string, FilterColumn>>;

const COMPARISONS: Readonly<Record<Exclude<ScalarOperator, 'like' | 'unlike'>, string>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** Integers are passed as text, because both the driver and PostgreSQL keep all 64 bits that way. */
function toParameter(value: FilterValue): unknown {
  if (value.kind === 'outOfRange') throw new TypeError('a number out of range has no parameter');
  return value.kind === 'integer' ? value.value.toString() : value.value;
}

/**
 * Compares with a value beyond the column's range: `<>` and one of `<` and `>` hold for every value that is not NULL.
 */
function compareOutOfRange(column: string, operator: ScalarOperator, side: 'below' | 'above'): string {
  const holds =
    operator === 'ne' ||
    (side === 'above' && (operator === 'lt' || operator === 'lte')) ||
    (side === 'below' && (operator === 'gt' || operator === 'gte'));
  return holds ? `${column} IS NOT NULL` : 'FALSE';
}

function compare(column: string, type: string, { operator, value }: CheckedComparison, bind: Bind): string {
  if (value.kind === 'outOfRange') return compareOutOfRange(column, operator, value.side);
  if (operator === 'like' || operator === 'unlike') {
    const pattern = bind(toLikePattern(String(value.value)));
    return `${column} ${operator === 'like' ? 'ILIKE' : 'NOT ILIKE'} ${pattern}::text`;
  }
  return `${column} ${COMPARISONS[operator]} ${bind(toParameter(value))}::${type}`;
}

function isMember(column: string, type: string, { operator, values }: CheckedMembership, bind: Bind): string {
  const inRange = values.filter((value) => value.kind !== 'outOfRange').map(toParameter);
  const list = `(${bind(inRange)}::${type}[])`;
  // An empty array makes ANY false and ALL true even for NULL, which must match neither.
  return operator === 'in' ? `${column} = ANY${list}` : `(${column} IS NOT NULL AND ${column} <> ALL${list})`;
}

function termToSql(term: CheckedTerm, columns: FilterColumns, bind: Bind): string {
  const target = Object.hasOwn(columns, term.field) ? columns[term.field] : undefined;
  if (!target) throw new TypeError(`no column for filter field ${term.field}`);
  if (typeof target === 'function') return `(${target(term, bind)})`;
  switch (term.type) {
    case 'presence':
      return `${target.column} ${term.presence === 'null' ? 'IS NULL' : 'IS NOT NULL'}`;
    case 'comparison':
      return compare(target.column, target.type, term, bind);
    case 'membership':
      return isMember(target.column, target.type, term, bind);
  }
}

/**
 * Writes a checked filter as one SQL condition (rule filter-3). Values only become parameters: they are appended to
 * `params`, and their placeholders count on from what is already there. `column` expressions are pasted as they are and
 * must bind tighter than a comparison (`p.title`, `coalesce(…)`). A condition that is unknown (NULL) selects nothing;
 * NOT selects where its operand is false or unknown.
 * @throws TypeError when a field has no column: a mistake of the caller, hence a 500.
 */
export function toSql(filter: CheckedFilter, columns: FilterColumns, params: unknown[]): string {
  const bind: Bind = (value) => `$${params.push(value)}`;
  const write = (node: CheckedFilter): string => {
    switch (node.type) {
      case 'and':
      case 'or':
        return `(${node.operands.map(write).join(node.type === 'and' ? ' AND ' : ' OR ')})`;
      case 'not':
        return `(${write(node.operand)}) IS NOT TRUE`;
      default:
        return termToSql(node, columns, bind);
    }
  };
  return write(filter);
}

/**
 * The pattern of `f ~ v` (rule filter-3): without `*`, v matches anywhere; with `*`, the pattern is anchored and each
 * run of `*` matches any text. Nothing else is special: `%`, `_` and `\` are literal.
 * @returns the literal pieces between the gaps; "any text" lies between each two neighbours, none outside the ends.
 */
function toPieces(value: string): string[] {
  return value.includes('*') ? value.split(/\*+/) : ['', value, ''];
}

/** The pattern in the notation of SQL's ILIKE with its default escape character, the backslash. */
function toLikePattern(value: string): string {
  return toPieces(value)
    .map((piece) => piece.replace(/[\\%_]/g, '\\$&'))
    .join('%');
}
