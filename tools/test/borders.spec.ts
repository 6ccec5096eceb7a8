import { builtinModules, createRequire } from 'node:module';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { workspaceRoot } from '../workspace';

/** A workspace of a few empty files with these imports, checked by our own rules. */
function violations(imports: Record<string, string>): { file: string; rule: string }[] {
  const root = workspaceRoot();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'borders-'));
  try {
    fs.copyFileSync(path.join(root, '.dependency-cruiser.cjs'), path.join(folder, '.dependency-cruiser.cjs'));
    fs.copyFileSync(path.join(root, 'tsconfig.base.json'), path.join(folder, 'tsconfig.json'));
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    write(folder, 'libs/clock/project.json', JSON.stringify({ tags: ['type:pure'] }));
    write(folder, 'libs/testing/project.json', JSON.stringify({ tags: ['type:testing'] }));
    for (const file of SURROUNDINGS) write(folder, file, 'export const value = 1;\n');
    for (const [file, target] of Object.entries(imports)) {
      write(folder, file, `export * from '${target}';\n`);
    }
    const program = path.join(root, 'node_modules', '.bin', 'depcruise');
    const args = ['apps', 'libs', 'tools', 'bench', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
    const { stdout } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; rule: { name: string } }[] };
    };
    return summary.violations.map(({ from, rule }) => ({ file: from, rule: rule.name }));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function write(folder: string, file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}

/** Rule, file and its import. */
const CROSSINGS = [
  ['product-imports-program', 'apps/a/src/one.ts', '../../b/src/main'],
  ['product-imports-program', 'libs/clock/src/two.ts', '../../../apps/b/src/main'],
  ['product-imports-program', 'libs/jobs/src/two-more.ts', '../../../tools/start'],
  ['launcher-through-doors', 'apps/launcher/src/thirty-five.ts', '../../b/src/main'],
  ['launcher-through-doors', 'apps/launcher/src/thirty-six.ts', '../../../tools/start'],
  ['app-through-its-door', 'tools/thirty-two.ts', '../apps/b/src/main'],
  ['app-through-its-door', 'tools/test/thirty-three.spec.ts', '../../apps/a/src/room/its.queries'],
  ['tool-imports-bench', 'tools/thirty-seven.ts', '../bench/report'],
  ['test-imports-program', 'libs/jobs/test/two-tests.spec.ts', '../../../tools/start'],
  ['product-imports-test-helpers', 'apps/a/src/twenty-seven.ts', '@wardstone/testing'],
  ['pure-library-imports-others', 'libs/clock/src/four.ts', '@wardstone/jobs'],
  ['library-by-its-name', 'apps/a/src/twenty-eight.ts', '../../../libs/jobs/src/index'],
  ['lib-through-its-door', 'libs/jobs/src/twenty-nine.ts', '../../clock/src/inner'],
  ['lib-through-its-door', 'tools/three.ts', '../libs/clock/src/inner'],
  ['pure-library-does-io', 'libs/clock/src/five.ts', 'node:fs'],
  ['domain-does-io', 'apps/a/src/domain/seven.ts', 'typeorm'],
  ['domain-imports-its-surroundings', 'apps/a/src/domain/eight.ts', '../room/its.service'],
  ['controller-imports-queries', 'apps/a/src/nine.controller.ts', 'typeorm'],
  ['service-imports-database', 'apps/a/src/ten.service.ts', 'pg'],
  ['queries-import-upwards', 'apps/a/src/room/eleven.queries.ts', './its.service'],
  ['room-through-its-door', 'apps/a/src/other/twelve.service.ts', '../room/its.queries'],
  ['room-through-its-door', 'apps/a/src/other/thirteen.queries.ts', '../room/its.entity'],
  ['inner-room-through-its-door', 'apps/a/src/room/inner/fourteen.service.ts', '../sibling/deep.queries'],
  ['room-through-its-door', 'apps/a/src/other/forty.service.ts', '../room/sibling/deep.queries'],
  ['agent-runs-programs', 'apps/agent/src/fifteen.ts', 'node:child_process'],
  ['agent-runs-and-calls', 'apps/agent/src/fifteen-more.ts', 'node:net'],
  ['console-runs-what-is-of-servers', 'apps/console/src/api/twenty-two.ts', '@wardstone/jobs'],
  ['console-area-imports-another', 'apps/console/src/alerts/twenty-three.tsx', '../groups/index'],
  ['cycle', 'apps/a/src/seventeen.ts', './sixteen'],
  ['cycle', 'libs/auth/src/index.ts', './thirty'],
] as const;

/** Files on the other side of these borders, or within them. */
const SURROUNDINGS = [
  'apps/a/src/room/its.service.ts',
  'apps/a/src/room/its.queries.ts',
  'apps/a/src/room/its.entity.ts',
  'apps/a/src/room/its.sql.ts',
  'apps/a/src/room/sibling/deep.queries.ts',
  'apps/b/src/index.ts',
  'apps/b/src/main.ts',
  'apps/console/src/groups/index.tsx',
  'apps/console/src/parts/page.tsx',
  'libs/jobs/src/index.ts',
  'libs/testing/src/index.ts',
  'tools/start.ts',
  'bench/report.ts',
  'libs/clock/src/index.ts',
  'libs/clock/src/inner.ts',
];

const ALLOWED = {
  'apps/a/src/eighteen.ts': '@wardstone/clock',
  'apps/console/src/shell/areas.ts': '../groups/index',
  'apps/console/src/alerts/twenty-four.tsx': '../parts/page',
  'apps/console/src/alerts/twenty-five.ts': '@wardstone/clock',
  'apps/console/src/alerts/twenty-six.spec.tsx': '../groups/index',
  'apps/a/src/other/nineteen.service.ts': '../room/its.service',
  'apps/a/src/other/twenty.queries.ts': '../room/its.sql',
  'apps/a/src/room/other.queries.ts': './its.queries',
  'apps/a/src/room/room.module.ts': './sibling/deep.queries',
  'apps/a/src/room/inner/forty-one.service.ts': '../its.queries',
  'apps/a/src/room/inner/most/forty-two.service.ts': '../../its.queries',
  'apps/a/src/room/room.spec.ts': '@wardstone/testing',
  'libs/clock/test/clock.int-spec.ts': '../../../apps/b/src/main',
  'libs/jobs/src/jobs.ts': '@wardstone/clock',
  'libs/testing/src/service.ts': '../../../apps/b/src/main',
  'bench/start.ts': '../tools/start',
  'tools/thirty-four.ts': '../apps/b/src',
  'apps/launcher/src/thirty-seven.ts': '../../b/src',
};

type Patterns = string | string[];

interface Side {
  path?: Patterns;
  pathNot?: Patterns;
}

interface Rule {
  name: string;
  from: Side;
  to: Side;
}

const { forbidden: RULES } = createRequire(__filename)('../../.dependency-cruiser.cjs') as { forbidden: Rule[] };

/** Every pattern of a rule; a group captured by `from` matches any text. */
const PATTERNS = RULES.flatMap(({ name, from, to }) =>
  [from.path, from.pathNot, to.path, to.pathNot]
    .flatMap((patterns) => patterns ?? [])
    .map((pattern) => [name, pattern.replace(/\$\d/g, '[^/]+')] as const),
);

/** Files of the checkout, and packages as rules name them. */
function importables(): string[] {
  const root = workspaceRoot();
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const { dependencies, devDependencies } = createRequire(__filename)('../../package.json') as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  return [
    ...files.filter((file) => fs.existsSync(path.join(root, file))),
    ...builtinModules,
    ...Object.keys({ ...dependencies, ...devDependencies }),
  ];
}

describe('the borders of files', () => {
  let found: { file: string; rule: string }[];

  beforeAll(() => {
    const crossing = Object.fromEntries(CROSSINGS.map(([, file, target]) => [file, target]));
    found = violations({
      ...crossing,
      ...ALLOWED,
      'apps/a/src/sixteen.ts': './seventeen',
      // Two libraries that import each other.
      'libs/auth/src/thirty.ts': '@wardstone/errors',
      'libs/errors/src/index.ts': './thirty-one',
      'libs/errors/src/thirty-one.ts': '@wardstone/auth',
    });
  });

  it.each(CROSSINGS)('refuse %s', (rule, file) => {
    expect(found).toContainEqual({ file, rule });
  });

  it('are all crossed by one of these files', () => {
    expect([...new Set<string>(CROSSINGS.map(([rule]) => rule))].sort()).toEqual(RULES.map(({ name }) => name).sort());
  });

  it('match files and exceptions of this checkout', () => {
    const known = importables();
    const idle = PATTERNS.filter(([, pattern]) => !known.some((one) => new RegExp(pattern).test(one)));
    expect(idle).toEqual([]);
  });

  it('cover rooms at every existing depth', () => {
    const depths = importables().flatMap((file) => {
      const folders = /^apps\/[^/]+\/src\/(.*)\/[^/]+\.(queries|entity)\.ts$/.exec(file)?.[1];
      return folders === undefined ? [] : [folders.split('/').length];
    });
    const rules = RULES.filter(({ name }) => name.endsWith('room-through-its-door'));
    expect(rules).toHaveLength(Math.max(...depths));
  });

  it.each(Object.entries(ALLOWED))('let %s import %s', (file) => {
    expect(found.filter((violation) => violation.file === file)).toEqual([]);
  });
});
