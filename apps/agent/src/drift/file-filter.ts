import type { AgentFileFilter } from '@wardstone/dto/monitoring';

/** A directory below the base directory, with its filter. */
interface Filter {
  /** Without slashes at the ends; empty for the base directory. */
  folder: string;
  /** Pattern split by folders; undefined for everything. */
  pattern: readonly string[] | undefined;
}

/** Decides which files below a base directory belong to a drift definition; paths are relative to it. */
export class FileFilters {
  private readonly includes: readonly Filter[];
  private readonly excludes: readonly Filter[];

  constructor(includes: readonly AgentFileFilter[], excludes: readonly AgentFileFilter[]) {
    this.includes = includes.map(toFilter);
    this.excludes = excludes.map(toFilter);
  }

  takes(path: string): boolean {
    if (this.excludes.some((filter) => matches(filter, path))) return false;
    return this.includes.length === 0 || this.includes.some((filter) => matches(filter, path));
  }

  /** Whether the folder may contain such files; empty for the base directory. */
  mayBeIn(folder: string): boolean {
    if (this.excludes.some((filter) => isEverything(filter) && matches(filter, folder))) return false;
    return (
      folder === '' ||
      this.includes.length === 0 ||
      this.includes.some((filter) => isWithin(folder, filter.folder) || isWithin(filter.folder, folder))
    );
  }
}

function toFilter({ path, pattern }: AgentFileFilter): Filter {
  const folder = path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
  // A pattern that ends with a slash matches everything in that folder, as in Ant.
  const complete = pattern?.endsWith('/') ? `${pattern}**` : pattern;
  return { folder, pattern: complete ? complete.split('/').filter((part) => part !== '') : undefined };
}

function isEverything({ pattern }: Filter): boolean {
  return pattern === undefined || (pattern.length === 1 && pattern[0] === '**');
}

function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function matches({ folder, pattern }: Filter, path: string): boolean {
  if (!isWithin(path, folder)) return false;
  if (pattern === undefined) return true;
  const rest = folder === '' ? path : path.slice(folder.length + 1);
  return glob(pattern, rest.split('/'), '**', (part, name) => glob([...part], [...name], '*', isSame));
}

/** `wildcard` matches any number of items; on a mismatch only the last one is extended, so that no pattern is slow. */
function glob(
  pattern: readonly string[],
  items: readonly string[],
  wildcard: string,
  fits: (pattern: string, item: string) => boolean,
): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let taken = 0;
  while (next < items.length) {
    if (at < pattern.length && pattern[at] === wildcard) {
      star = at++;
      taken = next;
    } else if (at < pattern.length && fits(pattern[at]!, items[next]!)) {
      at++;
      next++;
    } else if (star >= 0) {
      at = star + 1;
      next = ++taken;
    } else {
      return false;
    }
  }
  while (pattern[at] === wildcard) at++;
  return at === pattern.length;
}

function isSame(pattern: string, character: string): boolean {
  return pattern === '?' || pattern === character;
}
