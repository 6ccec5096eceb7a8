import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { workspaceRoot } from '../workspace';

interface Finding {
  code: string;
  filename: string;
}

const SERVICE = 'apps/a/src/room/room.service.ts';
const SPEC = 'apps/a/src/room/room.spec.ts';
const SHARED_SQL = 'apps/a/src/room/room.sql.ts';
const CONTROLLER = 'apps/a/src/room/room.controller.ts';
const MODULE = 'apps/a/src/room/room.module.ts';
const DOMAIN = 'apps/a/src/room/domain/decision.ts';
const TOOL = 'tools/tool.ts';
const PAGE = 'apps/console/src/room/page.tsx';

/** Rule, file and source. */
const REFUSED: [rule: string, file: string, source: string][] = [
  ['wardstone(query-is-a-class)', SERVICE, 'export class A { list(query: Record<string, unknown>) { return query; } }'],
  [
    'wardstone(query-is-a-class)',
    SERVICE,
    'declare function Query(): ParameterDecorator; export class A { list(@Query() query: unknown) { return query; } }',
  ],
  [
    'wardstone(query-is-a-class)',
    SERVICE,
    'export class A { list(id: number, parameters: Readonly<Record<string, unknown>>) { return [id, parameters]; } }',
  ],
  ['wardstone(query-is-a-class)', SERVICE, 'export class A { list(query: object) { return query; } }'],
  ['wardstone(query-is-a-class)', SHARED_SQL, 'export const list = (query: unknown) => query;'],
  ['wardstone(query-is-a-class)', 'libs/filter-query/src/a.ts', 'export const list = (query: unknown) => query;'],
  [
    'wardstone(body-is-read-before-locks)',
    SERVICE,
    'declare const db: { transaction(work: () => number): number };' +
      'export const change = (body: { read(): { a: number } }) => db.transaction(() => body.read().a);',
  ],
  ['wardstone(sql-stands-in-queries)', SERVICE, "export const all = 'SELECT a FROM t';"],
  ['wardstone(sql-stands-in-queries)', SERVICE, 'export const all = (a: string) => `${a} ORDER BY b`;'],
  ['wardstone(sql-stands-in-queries)', MODULE, "export const all = 'DELETE FROM t';"],
  ['wardstone(sql-stands-in-queries)', DOMAIN, "export const all = 'SELECT a FROM t';"],
  ['wardstone(sql-stands-in-queries)', 'libs/pagination/src/a.ts', "export const all = 'x WHERE y';"],
  ['wardstone(shared-sql-reads)', SHARED_SQL, 'export const copied = `copied AS (INSERT INTO t (a) SELECT 1)`;'],
  ['wardstone(shared-sql-reads)', SHARED_SQL, "export const all = 'DELETE FROM t WHERE a = 1';"],
  ['wardstone(shared-sql-reads)', SHARED_SQL, 'export const seen = (a: string) => `UPDATE t AS ${a} SET b = 1`;'],
  ['wardstone(shared-sql-reads)', SHARED_SQL, 'export const seen = `UPDATE t\n   SET b = 1`;'],
  ['wardstone(shared-sql-reads)', SHARED_SQL, 'export const seen = `UPDATE t x\n   SET b = 1`;'],
  ['wardstone(shared-sql-reads)', SHARED_SQL, 'export const all = `DELETE\n  FROM t`;'],
  ['wardstone(shared-sql-reads)', SHARED_SQL, 'export const all = (table: string) => `DELETE FROM ${table}`;'],
  ['wardstone(shared-sql-reads)', SHARED_SQL, 'export const all = `MERGE INTO t USING u ON a = b`;'],
  ['wardstone(shared-sql-reads)', SHARED_SQL, "export const all = 'TRUNCATE t';"],
  [
    'wardstone(operation-is-declared-once)',
    CONTROLLER,
    'declare function Get(): MethodDecorator; declare function Header(): MethodDecorator; export class A { @Get() @Header() list() {} }',
  ],
  [
    'wardstone(room-is-imported)',
    MODULE,
    'declare function Global(): ClassDecorator; @Global() export class RoomModule { a = 1; }',
  ],
  [
    'wardstone(room-is-imported)',
    MODULE,
    'class RoomModule {} export const room = { module: RoomModule, global: true };',
  ],
  [
    'wardstone(room-is-imported)',
    MODULE,
    'class RoomService {} class RoomQueries {} export const room = { exports: [RoomService, RoomQueries] };',
  ],
  ['wardstone(time-is-a-parameter)', DOMAIN, 'export const now = () => new Date();'],
  ['wardstone(time-is-a-parameter)', 'libs/clock/src/a.ts', 'export const now = () => new Date();'],
  ['eslint(no-restricted-properties)', DOMAIN, 'export const now = () => Date.now();'],
  ['eslint(no-restricted-properties)', 'libs/pagination/src/a.ts', 'export const chance = () => Math.random();'],
  ...[
    'expect(performance.now() - startedMs).toBeLessThan(1_000);',
    'expect(Date.now() - startedMs).toBe(0);',
    'const tookMs = performance.now() - startedMs; expect(tookMs).toBeLessThan(1_000);',
    'const tookMs = Date.now() - startedMs; expect(tookMs).toBeLessThan(1_000);',
    'expect(Math.round(performance.now() - startedMs)).toBeLessThan(1_000);',
    'expect(Date.now() - startedMs < 1_000).toBe(true);',
    'expect(Date.now()).toBeLessThan(startedMs + 1_000);',
    'const startedNs = process.hrtime.bigint(); expect(startedNs).toBe(0n);',
  ].map((assertion): [string, string, string] => [
    'wardstone(no-wall-clock)',
    SPEC,
    `declare const startedMs: number; it('is fast', () => { ${assertion} expect(startedMs).toBe(0); });`,
  ]),
  ['wardstone(no-mocked-modules)', SPEC, "jest.mock('./room');"],
  ['wardstone(no-mocked-modules)', SPEC, 'jest.useFakeTimers();'],
  ['wardstone(no-wall-clock)', 'libs/testing/src/a.ts', 'export const started = () => process.hrtime.bigint();'],
  ['wardstone(types-are-imported-as-types)', TOOL, "import { Stats } from 'node:fs'; export type A = Stats;"],
  ['wardstone(types-are-imported-as-types)', TOOL, "import fs from 'node:fs'; export type A = typeof fs.rmSync;"],
  ['wardstone(literals-are-not-spread)', TOOL, 'export const a = (b: number) => ({ ...{ b, c: 1 }, d: 2 });'],
  ['wardstone(literals-are-not-spread)', PAGE, "export const a = [...['b', 'c'], 'd'];"],
  ['typescript(no-floating-promises)', TOOL, 'declare const work: () => Promise<void>; work();'],
  ['typescript(no-floating-promises)', PAGE, 'declare const work: () => Promise<void>; work();'],
  ['typescript(no-floating-promises)', SPEC, 'declare const work: () => Promise<void>; work();'],
  [
    'typescript(no-misused-promises)',
    SERVICE,
    'declare const work: () => Promise<boolean>; export const a = () => { if (work()) return 1; return 2; };',
  ],
  [
    'typescript(no-misused-promises)',
    PAGE,
    'declare const work: () => Promise<void>; export const page = <button onClick={async () => { await work(); }} />;',
  ],
  [
    'typescript(switch-exhaustiveness-check)',
    SERVICE,
    "export const a = (b: 'c' | 'd') => { switch (b) { case 'c': return 1; } return 2; };",
  ],
  ['typescript(await-thenable)', TOOL, 'export const a = async () => await 1;'],
  ['typescript(require-await)', TOOL, 'export const a = async () => 1;'],
  ['typescript(unbound-method)', TOOL, 'declare class A { b(): number; } export const c = new A().b;'],
  ['typescript(only-throw-error)', TOOL, "export const a = () => { throw 'b'; };"],
  ['typescript(restrict-template-expressions)', TOOL, 'export const a = (b: object) => `${b}`;'],
  ['typescript(no-base-to-string)', TOOL, 'export const a = (b: object) => String(b);'],
  ['typescript(no-unsafe-assignment)', TOOL, "export const a: string = JSON.parse('1');"],
  ['typescript(no-unsafe-member-access)', TOOL, "export const a = JSON.parse('1').b as string;"],
  ['typescript(no-unsafe-call)', TOOL, "export const a = JSON.parse('1')() as string;"],
  ['typescript(no-unsafe-argument)', TOOL, "export const a = Math.abs(JSON.parse('1'));"],
  ['typescript(no-unsafe-return)', TOOL, "export const a = () => JSON.parse('1');"],
  ['typescript(no-unnecessary-type-assertion)', TOOL, 'export const a = (b: string) => b as string;'],
  ['typescript(no-explicit-any)', SPEC, 'export const a = (b: any) => b;'],
  [
    'react-hooks(rules-of-hooks)',
    PAGE,
    "import { useId } from 'react'; export const Page = (p: { a: string }) => { if (p.a) return useId(); return p.a; };",
  ],
  [
    'react-hooks(exhaustive-deps)',
    PAGE,
    "import { useMemo } from 'react'; export const Page = (p: { a: string }) => useMemo(() => p.a, []);",
  ],
  [
    'react(set-state-in-render)',
    PAGE,
    "import { useState } from 'react'; export const Page = () => { const [a, setA] = useState(0); setA(1); return a; };",
  ],
  [
    'react(refs)',
    PAGE,
    "import { useRef } from 'react'; export const Page = () => { const a = useRef(0); return a.current; };",
  ],
  [
    'eslint(complexity)',
    SERVICE,
    `export const a = (b: number) => { ${'if (b > 1) return 1; '.repeat(16)} return 2; };`,
  ],
  ['eslint(max-lines)', SERVICE, `export const a = 1;\n${'// b\n'.repeat(400)}`],
  ['eslint(no-duplicate-imports)', TOOL, "import { a } from './b'; import { c } from './b'; export default [a, c];"],
  ['eslint(no-unused-vars)', TOOL, 'export const a = (b: number, c: number) => b;'],
  ['eslint(no-undef)', 'tools/tool.mjs', 'missing();'],
  ['eslint(no-unused-vars)', 'tools/tool.cjs', 'const a = 1;'],
  ['eslint(prefer-const)', TOOL, 'let a = 1; export const b = a;'],
];

const ALLOWED: [file: string, source: string][] = [
  [SERVICE, 'class AlertListQuery {} export class A { list(query: AlertListQuery) { return query; } }'],
  ['apps/a/src/room/room.queries.ts', "export const all = 'SELECT a FROM t';"],
  ['apps/console/src/room/texts.ts', "export const all = 'Only WHERE it is';"],
  ['libs/pagination/src/a.ts', 'export const read = (query: unknown) => query;'],
  [SHARED_SQL, 'export const held = `SELECT 1 FROM t x FOR UPDATE OF x`, kept = `FOR NO KEY UPDATE OF x`;'],
  [
    MODULE,
    'class RoomService {} class RoomQueries {} export const a = { providers: [RoomQueries], exports: [RoomService] };',
  ],
  ['libs/clock/src/clock.ts', 'export const now = () => Date.now();'],
  [SPEC, "export const all = 'SELECT a FROM t';"],
  [SPEC, 'declare const work: () => Promise<number>; it("a", async () => { expect(await work()).toBeLessThan(1); });'],
  [SPEC, 'const DAY_MS = 1; const yesterday = Date.now() - DAY_MS; expect(yesterday).toEqual([]);'],
  [SPEC, 'declare const clock: Performance, startedMs: number; expect(clock.now() - startedMs).toBe(1_000);'],
  [TOOL, 'declare const work: () => Promise<void>; void work();'],
  [TOOL, "import { Readable } from 'node:stream'; export const a = (b: Readable) => b instanceof Readable;"],
  // Nest reads the type of the parameter at run time.
  [
    SERVICE,
    "import { Readable } from 'node:stream'; declare function Injectable(): ClassDecorator; " +
      '@Injectable() export class A { constructor(readonly b: Readable) {} }',
  ],
];

/** The rules that each source breaks in a workspace of these files and our own configuration. */
function lint(sources: readonly (readonly [file: string, source: string])[]): string[][] {
  const root = workspaceRoot();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lint-'));
  try {
    for (const file of ['.oxlintrc.json', 'tsconfig.base.json', 'tsconfig.json', 'tools/lint-rules.mjs']) {
      copy(path.join(root, file), path.join(folder, file));
    }
    copy(path.join(root, 'apps/console/tsconfig.json'), path.join(folder, 'apps/console/tsconfig.json'));
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    const files = sources.map(([file, source], number) => {
      const { dir, base } = path.parse(file);
      // Two sources may share a file name; `clock.ts` is named by a rule.
      const name = base === 'clock.ts' ? base : `${number}-${base}`;
      write(path.join(folder, dir, name), `${source}\n`);
      return path.join(dir, name);
    });
    const program = path.join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const { stdout, stderr } = spawnSync(process.execPath, [program, '--disable-nested-config', '--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
    return files.map((file) => diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function copy(from: string, to: string): void {
  fs.mkdirSync(path.dirname(to), { recursive: true });
  fs.copyFileSync(from, to);
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

describe('the linter', () => {
  let found: string[][];

  beforeAll(() => {
    found = lint([...REFUSED.map(([, file, source]) => [file, source] as const), ...ALLOWED]);
  });

  it.each(REFUSED.map((refused, index) => [...refused, index] as const))(
    'finds %s in %s, case %#',
    (rule, _file, _source, index) => {
      expect(found[index]).toContain(rule);
    },
  );

  it.each(ALLOWED.map((allowed, index) => [...allowed, index] as const))(
    'permits in %s: %s',
    (_file, _source, index) => {
      expect(found[REFUSED.length + index]).toEqual([]);
    },
  );
});
