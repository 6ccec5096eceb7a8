import { type Attribute, ExpressionError, type Path, type Statement } from './statement';

export interface PlacedStatement {
  readonly statement: Statement;
  readonly line: number;
  readonly column: number;
}

/** Families with at most one statement, regardless of the relative (rule groups-14). */
type Family = 'availability' | 'trait' | 'configuration';

/**
 * Refuses statements that must not be combined. See rule groups-14.
 * @throws ExpressionError
 */
export function checkTogether(placed: readonly PlacedStatement[]): void {
  for (const [index, later] of placed.entries()) {
    for (const earlier of placed.slice(0, index)) {
      const problem = conflict(earlier.statement, later.statement);
      if (problem !== undefined)
        throw new ExpressionError(`${problem} (line ${earlier.line})`, later.line, later.column);
    }
  }
}

function conflict(a: Statement, b: Statement): string | undefined {
  if (a.type === 'membership' || b.type === 'membership') {
    const isRepeated = a.type === 'membership' && b.type === 'membership' && a.group === b.group;
    return isRepeated ? `Duplicate memberof of group ${a.group}` : undefined;
  }
  const isSamePath = identity(a.path) === identity(b.path);
  if (isSamePath && !isPivotWithEmptiness(a, b)) return problemOfSamePath(a, b);
  const family = getFamily(a.path);
  if (family === undefined || family !== getFamily(b.path)) return undefined;
  // Names of properties and traits are case-sensitive.
  if (isPivotWithEmptiness(a, b) && printPath(a.path) === printPath(b.path)) return undefined;
  return `Only one statement about ${family === 'configuration' ? 'configurations' : family} is allowed`;
}

function problemOfSamePath(a: Statement, b: Statement): string {
  if (a.type === 'pivot' && b.type === 'pivot') return 'Duplicate groupby of the same path';
  const isMixed = a.type === 'pivot' || b.type === 'pivot';
  return isMixed ? 'A path cannot be both filtered and grouped by' : 'Duplicate filter on the same path';
}

function isPivotWithEmptiness(a: Statement, b: Statement): boolean {
  return (a.type === 'pivot' && b.type === 'emptiness') || (a.type === 'emptiness' && b.type === 'pivot');
}

/** A key that is equal for paths that differ only in letter case. */
function identity(path: Path): string {
  return printPath(path).toLowerCase();
}

function getFamily({ attribute }: Path): Family | undefined {
  switch (attribute.kind) {
    case 'availability':
    case 'trait':
      return attribute.kind;
    case 'pluginConfiguration':
    case 'resourceConfiguration':
      return 'configuration';
    default:
      return undefined;
  }
}

/** The canonical form: dots, and keywords spelt as in the documentation. */
export function printPath({ relative, attribute }: Path): string {
  return ['resource', ...(relative === null ? [] : [relative]), printAttribute(attribute)].join('.');
}

function printAttribute(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'typePlugin':
      return 'type.plugin';
    case 'typeName':
      return 'type.name';
    case 'typeCategory':
      return 'type.category';
    case 'trait':
    case 'pluginConfiguration':
    case 'resourceConfiguration':
      return `${attribute.kind}[${attribute.key}]`;
    default:
      return attribute.kind;
  }
}
