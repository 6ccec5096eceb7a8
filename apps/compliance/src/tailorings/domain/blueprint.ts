import { parse, stringify } from 'smol-toml';

/** Input for a blueprint. */
export interface BlueprintSource {
  readonly title: string;
  readonly description: string;
  readonly guideVersion: string;
  /** Each rule's blueprint fix, by precedence of the rules. */
  readonly fixes: readonly BlueprintFix[];
}

/** TOML, and the values that belong into it: each after `at` characters of the text, in this order. */
export interface BlueprintFix {
  readonly text: string;
  readonly values: readonly { readonly at: number; readonly text: string }[];
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

/** Escapes a TOML string, so that a value never ends its text. */
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

/** Undefined for what is no TOML: guides carry a few such fixes. */
function parseFix(fix: BlueprintFix): Table | undefined {
  try {
    return parse(withValues(fix), { integersAsBigInt: true });
  } catch {
    return undefined;
  }
}

/** The table with `change` applied to `customizations.kernel.append`, where it has one. */
function withKernelArguments(table: Table, change: (append: unknown) => unknown): Table {
  const { customizations } = table;
  const kernel = isTable(customizations) ? customizations['kernel'] : undefined;
  if (!isTable(kernel) || kernel['append'] === undefined) return table;
  return mergeTables([table, { customizations: { kernel: { append: change(kernel['append']) } } }]);
}

/** While fixes are merged, their kernel arguments are an array: every rule's are needed. */
const listed = (append: unknown): unknown => (typeof append === 'string' ? [append] : append);
const joined = (append: unknown): unknown => (isArray(append) ? append.join(' ') : append);

/** The blueprint of an image that complies with the tailoring, as TOML (rule scap-7). */
export function renderBlueprint({ title, description, guideVersion, fixes }: BlueprintSource): string {
  const tables = fixes
    .map(parseFix)
    .filter((table) => table !== undefined)
    .map((table) => withKernelArguments(table, listed));
  const head = { name: title, description, version: guideVersion };
  const merged = withKernelArguments(mergeTables([head, ...tables]), joined);
  // Whole numbers are bigint since they were read: what is a number now was written with a fraction.
  return stringify(merged, { numbersAsFloat: true });
}
