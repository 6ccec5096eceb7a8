import { type Attribute, ExpressionError, type Path, type Statement } from './statement';

export interface PlacedStatement {
  readonly statement: Statement;
  readonly line: number;
  readonly column: number;
}

/** One statement of each family is allowed, whatever the relative (rule 2). */
type Family = 'availability' | 'trait' | 'configuration';

/** Looks for statements that must not stand together. See rule groups-14. @throws ExpressionError */
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
  // The names of properties and traits keep their letter case: other case, other value.
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

/** Paths that differ in letter case only count as the same. */
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

/** In its normal form: dots, keywords as the documentation writes them. */
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
