/** Dependencies in the package.json of an installed package. */
export interface PackageNeeds {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * Reads the dependencies of the package in a folder, e.g. `node_modules/a/node_modules/b`; undefined if there is none.
 */
export type ReadNeeds = (folder: string) => PackageNeeds | undefined;

/** Packages that the framework loads by name, so that no import of ours shows them. */
const LOADED_BY_NAME: Readonly<Record<string, readonly string[]>> = {
  '@nestjs/core': ['@nestjs/platform-express'],
  '@nestjs/common': ['class-transformer', 'class-validator'],
};

/** Names of the packages that bundled code imports, without modules of Node.js. */
export function importedPackages(code: string): Set<string> {
  const names = new Set<string>();
  for (const [, request] of code.matchAll(/\b(?:require|import|resolve)\(\s*["']([^"'\n]+)["']\s*\)/g)) {
    const name = /^(@[a-z0-9~.-]+\/[a-z0-9~._-]+|[a-z0-9~][a-z0-9~._-]*)(\/|$)/i.exec(request!)?.[1];
    if (name !== undefined && !request!.startsWith('node:')) names.add(name);
  }
  return names;
}

/**
 * The folders of all packages that `roots` need at run time: dependencies, optional ones, and peers that are part of
 * production. Names that are not installed (modules of Node.js, packages of other platforms) are ignored.
 */
export function packageClosure(
  roots: Iterable<string>,
  { needsOf, isProduction }: { needsOf: ReadNeeds; isProduction: (name: string) => boolean },
): string[] {
  const found = new Set<string>();
  const visit = (from: string, name: string): void => {
    const folder = resolveFolder(from, name, needsOf);
    if (folder === undefined || found.has(folder)) return;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies } = needsOf(folder)!;
    // A peer may be needed only for development, such as a compiler.
    const peers = Object.keys(peerDependencies ?? {}).filter(isProduction);
    const needed = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
    for (const next of [...needed, ...(LOADED_BY_NAME[name] ?? [])]) visit(folder, next);
  };
  for (const root of roots) visit('', root);
  return [...found].sort();
}

/** Node's resolution: the nearest node_modules above. */
function resolveFolder(from: string, name: string, needsOf: ReadNeeds): string | undefined {
  const parts = from === '' ? [] : from.split('/node_modules/');
  for (let depth = parts.length; depth >= 0; depth--) {
    const folder = depth === 0 ? `node_modules/${name}` : [...parts.slice(0, depth), name].join('/node_modules/');
    if (needsOf(folder)) return folder;
  }
  return undefined;
}
