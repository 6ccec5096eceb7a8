import { parse, stringify } from 'smol-toml';

/** What a blueprint is made of. */
export interface BlueprintSource {
  readonly title: string;
  readonly description: string;
  readonly guideVersion: string;
  /** TOML of each rule's blueprint fix, by precedence of the rules. */
  readonly fixes: readonly string[];
}

type Table = Record<string, unknown>;

/** Without a prototype, so that every key is an ordinary one, `__proto__` too. */
const emptyTable = (): Table => Object.create(null) as Table;

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !isArray(value) && !(value instanceof Date);
}

/** Equal for equal values: whole numbers are bigint here, hence never equal to a fraction or a text. */
function fingerprint(value: unknown): string {
  if (isArray(value)) return `[${value.map(fingerprint).join(',')}]`;
  if (isTable(value)) {
    const entries = Object.keys(value).sort();
    return `{${entries.map((key) => `${JSON.stringify(key)}:${fingerprint(value[key])}`).join(',')}}`;
  }
  if (value instanceof Date) return `date ${value.toISOString()}`;
  return typeof value === 'string' ? JSON.stringify(value) : `${typeof value} ${String(value)}`;
}

function withoutDuplicates(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [fingerprint(value), value] as const)).values()];
}

/**
 * Merges TOML documents, later ones into earlier ones (rule scap-7): tables key by key, arrays joined without
 * duplicates, of anything else the last one stays.
 */
export function mergeTables(tables: readonly Readonly<Table>[]): Table {
  const merged = emptyTable();
  for (const table of tables) {
    for (const [key, value] of Object.entries(table)) merged[key] = mergeValues(merged[key], value);
  }
  return merged;
}

function mergeValues(earlier: unknown, later: unknown): unknown {
  if (isTable(later)) return mergeTables(isTable(earlier) ? [earlier, later] : [later]);
  if (isArray(later)) return withoutDuplicates(isArray(earlier) ? [...earlier, ...later] : later);
  return later;
}

/** Undefined for what is no TOML: guides carry a few such fixes. */
function parseFix(text: string): Table | undefined {
  try {
    return parse(text, { integersAsBigInt: true });
  } catch {
    return undefined;
  }
}

/** The blueprint of an image that complies with the tailoring, as TOML (rule scap-7). */
export function renderBlueprint({ title, description, guideVersion, fixes }: BlueprintSource): string {
  const tables = fixes.map(parseFix).filter((table) => table !== undefined);
  const head = { name: title, description, version: guideVersion };
  // Whole numbers are bigint since they were read: what is a number now was written with a fraction.
  return stringify(mergeTables([head, ...tables]), { numbersAsFloat: true });
}
