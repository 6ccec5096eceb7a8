import { parse, stringify } from 'smol-toml';

/** Input for a blueprint. */
export interface BlueprintSource {
  readonly title: string;
  readonly description: string;
  readonly guideVersion: string;
  /** Each rule's blueprint fix, by precedence of the rules. */
  readonly fixes: readonly BlueprintFix[];
}

/** TOML with the values to insert, each after `at` characters of the text, in this order. */
export interface BlueprintFix {
  readonly text: string;
  readonly values: readonly { readonly at: number; readonly text: string }[];
}

type Table = Record<string, unknown>;

/** Without a prototype, so that every key is an ordinary one, even `__proto__`. */
const emptyTable = (): Table => Object.create(null) as Table;

const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !isArray(value) && !(value instanceof Date);
}

/** Equal for equal values: integers are bigint here, so they never equal a fraction or a text. */
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
 * Merges TOML documents, later ones into earlier ones (rule scap-7): tables key by key, arrays without duplicates; of
 * other values the last one counts.
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

/** Escapes a TOML string, so that a value cannot end it. */
function escaped(value: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what has to be escaped
  return value.replace(/[\u0000-\u001f\u007f"'\\]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function withValues({ text, values }: BlueprintFix): string {
  let written = '';
  let from = 0;
  for (const value of values) {
    written += text.slice(from, value.at) + escaped(value.text);
    from = value.at;
  }
  return written + text.slice(from);
}

/** Undefined for invalid TOML, which a few guides contain. */
function parseFix(fix: BlueprintFix): Table | undefined {
  try {
    return parse(withValues(fix), { integersAsBigInt: true });
  } catch {
    return undefined;
  }
}

/** Applies `change` to `customizations.kernel.append`, if the table has one. */
function withKernelArguments(table: Table, change: (append: unknown) => unknown): Table {
  const { customizations } = table;
  const kernel = isTable(customizations) ? customizations['kernel'] : undefined;
  if (!isTable(kernel) || kernel['append'] === undefined) return table;
  return mergeTables([table, { customizations: { kernel: { append: change(kernel['append']) } } }]);
}

/** During the merge, kernel arguments are an array, because those of every rule are needed. */
const listed = (append: unknown): unknown => (typeof append === 'string' ? [append] : append);
const joined = (append: unknown): unknown => (isArray(append) ? append.join(' ') : append);

/** TOML blueprint of an image that complies with the tailoring (rule scap-7). */
export function renderBlueprint({ title, description, guideVersion, fixes }: BlueprintSource): string {
  const tables = fixes
    .map(parseFix)
    .filter((table) => table !== undefined)
    .map((table) => withKernelArguments(table, listed));
  const head = { name: title, description, version: guideVersion };
  const merged = withKernelArguments(mergeTables([head, ...tables]), joined);
  // Integers are bigint, so numbers were written with a fraction.
  return stringify(merged, { numbersAsFloat: true });
}
