import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../workspace';

const root = workspaceRoot();
const TEST = /(\.(spec|int-spec|suite)\.tsx?$|\/test\/)/;
/** Maximum number of climbs by app. */
const MAX_CLIMBS = { agent: 1, cli: 0, compliance: 1, console: 3, gateway: 2, launcher: 0, monitoring: 3 };

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Imports between the folders of `apps/<app>/src`, apart from tests. */
function importsBetweenFolders(app: string): Import[] {
  const src = path.join('apps', app, 'src');
  const files = execFileSync('git', ['ls-files', '--', src], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return files
    .filter((file) => /\.tsx?$/.test(file) && !TEST.test(file) && fs.existsSync(path.join(root, file)))
    .flatMap((file) => {
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      return [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].map(([, target]) => ({
        from: path.relative(src, file),
        to: path.relative(src, path.join(path.dirname(file), target!)),
      }));
    })
    .filter(({ from, to }) => from.includes('/') && to.includes('/') && getFolder(from) !== getFolder(to));
}

function getFolder(file: string): string {
  return file.split('/')[0]!;
}

/** Imports of the rarer direction between two folders that import each other. */
function climbs(imports: readonly Import[]): string[] {
  const between = Map.groupBy(imports, ({ from, to }) => `${getFolder(from)} -> ${getFolder(to)}`);
  return [...between].flatMap(([direction, there]) => {
    const [from, to] = direction.split(' -> ') as [string, string];
    const back = between.get(`${to} -> ${from}`) ?? [];
    const isRarer = there.length < back.length || (there.length === back.length && from < to);
    return isRarer ? there.map((each) => `${each.from} -> ${each.to}`) : [];
  });
}

describe('upward imports', () => {
  it('are those of the rarer direction between two folders', () => {
    const imports = [
      { from: 'a/one.ts', to: 'b/two' },
      { from: 'b/two.ts', to: 'a/one' },
      { from: 'b/three.ts', to: 'a/one' },
      { from: 'c/four.ts', to: 'a/one' },
    ];
    expect(climbs(imports)).toEqual(['a/one.ts -> b/two']);
  });

  it.each(Object.entries(MAX_CLIMBS))('are few in %s', (app, max) => {
    const imports = importsBetweenFolders(app);
    expect(imports).not.toEqual([]);
    const found = climbs(imports);
    expect({ app, found: found.length > max ? found : [] }).toEqual({ app, found: [] });
  });
});
