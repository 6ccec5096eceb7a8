import { type PackageNeeds, importedPackages, packageClosure } from './package-closure';

describe('importedPackages', () => {
  it('finds packages, scoped ones and files in them, but no modules of Node.js and no files of ours', () => {
    const code = `
      var a = require("pg"); const b = require('@nestjs/common'); await import("undici");
      createRequire(f).resolve("swagger-ui-dist/package.json"); require("node:fs"); require("./own"); require("saxes/lib/x");`;
    expect([...importedPackages(code)].sort()).toEqual(['@nestjs/common', 'pg', 'saxes', 'swagger-ui-dist', 'undici']);
  });
});

describe('packageClosure', () => {
  const closure = (packages: Record<string, PackageNeeds>, roots: string[]): string[] =>
    packageClosure(roots, { needsOf: (folder) => packages[folder], isProduction: (name) => name !== 'tool' });

  it('follows dependencies to the nearest installed version', () => {
    const packages = {
      'node_modules/a': { dependencies: { b: '1', c: '1' } },
      'node_modules/b': {},
      'node_modules/c': {},
      'node_modules/a/node_modules/b': { dependencies: { c: '2' } },
      'node_modules/a/node_modules/b/node_modules/c': {},
    };
    expect(closure(packages, ['a'])).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/a/node_modules/b/node_modules/c',
      'node_modules/c',
    ]);
  });

  it('includes installed optional packages and peers, and no packages for development', () => {
    const packages = {
      'node_modules/a': {
        optionalDependencies: { 'a-linux': '1', 'a-other': '1' },
        peerDependencies: { peer: '1', tool: '1', absent: '1' },
      },
      'node_modules/a-linux': {},
      'node_modules/peer': {},
      'node_modules/tool': {},
    };
    expect(closure(packages, ['a', 'fs'])).toEqual(['node_modules/a', 'node_modules/a-linux', 'node_modules/peer']);
  });

  it('ends for circular dependencies', () => {
    const packages = {
      'node_modules/a': { dependencies: { b: '1' } },
      'node_modules/b': { dependencies: { a: '1' } },
    };
    expect(closure(packages, ['b'])).toEqual(['node_modules/a', 'node_modules/b']);
  });
});
