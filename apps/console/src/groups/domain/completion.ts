/** Lists on the server with possible values. */
export type ValueSource = 'types' | 'plugins' | 'groups';

/** Suggestions for a line. */
export interface Completion {
  /** The part of the line that a suggestion replaces. */
  typed: string;
  words: readonly string[];
  /** Source of further suggestions. */
  source?: ValueSource;
}

const STARTS = ['resource.', 'groupby resource.', 'empty resource.', 'not empty resource.', 'memberof = '];
const RELATIVES = ['parent.', 'child.', 'grandParent.', 'greatGrandParent.', 'greatGreatGrandParent.'];
const ATTRIBUTES = [
  'name',
  'type.name',
  'type.category',
  'type.plugin',
  'availability',
  'version',
  'id',
  'trait[',
  'pluginConfiguration[',
  'resourceConfiguration[',
];
const FUNCTIONS = [' = ', '.contains = ', '.startsWith = ', '.endsWith = '];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  availability: ['UP', 'DOWN', 'UNKNOWN', 'DISABLED'],
  'type.category': ['PLATFORM', 'SERVER', 'SERVICE'],
};
const SOURCES: Readonly<Record<string, ValueSource>> = { 'type.name': 'types', 'type.plugin': 'plugins' };

const RELATIVE = '(?:parent|child|grandParent|greatGrandParent|greatGreatGrandParent)\\.';
const PATH = new RegExp(
  `^\\s*(groupby |empty |not empty |)resource\\.(${RELATIVE})?([\\w.]*(?:\\[[^\\]]*\\]?)?)$`,
  'i',
);
const VALUE = new RegExp(`^\\s*resource\\.(?:${RELATIVE})?([\\w.]+) = (.*)$`, 'i');
const GROUP = /^\s*memberof = (.*)$/i;

/** Completions for a line up to the caret. Pure. */
export function completeLine(line: string): Completion {
  const group = GROUP.exec(line);
  if (group) return { typed: group[1]!, words: [], source: 'groups' };
  const value = VALUE.exec(line);
  if (value) return toValues(value[1]!, value[2]!);
  const path = PATH.exec(line);
  if (path) return { ...getAttributes(path[3]!, path[2] === undefined, path[1] === '') };
  const typed = line.trimStart();
  return { typed, words: findCompletions(typed, STARTS) };
}

/** Words that complete the entered text, case-insensitively, without the text itself. Pure. */
export function findCompletions(typed: string, words: readonly string[]): readonly string[] {
  const lower = typed.toLowerCase();
  return words.filter((word) => word.toLowerCase().startsWith(lower) && word !== typed);
}

function toValues(attribute: string, typed: string): Completion {
  const source = SOURCES[attribute];
  return { typed, words: findCompletions(typed, VALUES[attribute] ?? []), ...(source ? { source } : {}) };
}

function getAttributes(typed: string, mayBeRelative: boolean, isFilter: boolean): Completion {
  const isWhole = typed.endsWith(']') || (ATTRIBUTES.includes(typed) && !typed.endsWith('['));
  if (isWhole) {
    const takesFunctions = !['id', 'availability', 'type.category'].includes(typed);
    return { typed: '', words: isFilter ? FUNCTIONS.slice(0, takesFunctions ? undefined : 1) : [] };
  }
  return { typed, words: findCompletions(typed, mayBeRelative ? [...ATTRIBUTES, ...RELATIVES] : ATTRIBUTES) };
}
