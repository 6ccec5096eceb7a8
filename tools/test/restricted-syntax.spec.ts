import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';

interface Refusal {
  selector: string;
  message: string;
}

const { NO_WALL_CLOCK, QUERY_IS_A_CLASS, ROOM_IS_IMPORTED, SHARED_SQL_READS } = jest.requireActual<{
  NO_WALL_CLOCK: Refusal;
  QUERY_IS_A_CLASS: Refusal;
  ROOM_IS_IMPORTED: [global: Refusal, queries: Refusal];
  SHARED_SQL_READS: [template: Refusal, text: Refusal];
}>('../restricted-syntax.cjs');

function problemsOf(source: string): string[] {
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser },
    rules: {
      'no-restricted-syntax': ['error', NO_WALL_CLOCK, QUERY_IS_A_CLASS, ...ROOM_IS_IMPORTED, ...SHARED_SQL_READS],
    },
  };
  return new Linter().verify(source, [config], 'sample.ts').map(({ message }) => message);
}

describe('a query in the product', () => {
  it.each([
    'list(query: Record<string, unknown>) {}',
    'list(@Query() query: Record<string, unknown>) {}',
    'list(id: number, parameters: Readonly<Record<string, unknown>>) {}',
    'list(query: unknown) {}',
    'list(query: object) {}',
  ])('is refused as an object of anything: %s', (method) => {
    expect(problemsOf(`class Sample { ${method} }`)).toEqual([QUERY_IS_A_CLASS.message]);
  });

  it.each(['list(query: AlertListQuery) {}', 'list(parameters: Parsed<PluginPushQuery>) {}'])(
    'may be of a class: %s',
    (method) => {
      expect(problemsOf(`class Sample { ${method} }`)).toEqual([]);
    },
  );
});

describe('the module of a room', () => {
  const [isGlobal, exportsQueries] = ROOM_IS_IMPORTED;

  it.each([
    ['@Global() @Module({}) class RoomModule {}', isGlobal],
    ['const room = { module: RoomModule, global: true };', isGlobal],
    ['@Module({ exports: [RoomService, RoomQueries] }) class RoomModule {}', exportsQueries],
  ])('is refused: %s', (source, { message }) => {
    expect(problemsOf(source)).toEqual([message]);
  });

  it('exports services to the modules that import it', () => {
    expect(problemsOf('@Module({ providers: [RoomQueries], exports: [RoomService] }) class RoomModule {}')).toEqual([]);
  });
});

describe('an assertion of a test', () => {
  it.each([
    'expect(performance.now() - startedMs).toBeLessThan(1_000);',
    'expect(Date.now() - startedMs).toBe(0);',
    'const tookMs = performance.now() - startedMs; expect(tookMs).toBeLessThan(1_000);',
    'const tookMs = Date.now() - startedMs; expect(tookMs).toBeLessThan(1_000);',
    'expect(Math.round(performance.now() - startedMs)).toBeLessThan(1_000);',
    'expect(Date.now() - startedMs < 1_000).toBe(true);',
    'expect(Date.now()).toBeLessThan(startedMs + 1_000);',
    'const startedNs = process.hrtime.bigint();',
  ])('on the wall clock is refused: %s', (source) => {
    expect(problemsOf(source)).toEqual([NO_WALL_CLOCK.message]);
  });

  it.each([
    'expect(await processorTimeOf(work)).toBeLessThan(1_000);',
    'const yesterday = Date.now() - DAY_MS; expect(await seenSince(yesterday)).toEqual([]);',
    'expect(clock.now() - startedMs).toBe(1_000);',
  ])('may be on processor time, on times that are given, and on a clock of the test: %s', (source) => {
    expect(problemsOf(source)).toEqual([]);
  });
});

describe('a fragment of SQL that rooms share', () => {
  it.each([
    'const copied = `copied AS (INSERT INTO t (a) SELECT 1)`;',
    "const all = 'DELETE FROM t WHERE a = 1';",
    'const seen = (a: string) => `UPDATE t AS ${a} SET b = 1`;',
    'const seen = `UPDATE t\n   SET b = 1`;',
    'const seen = `UPDATE t x\n   SET b = 1`;',
    'const all = `DELETE\n  FROM t`;',
    'const all = (table: string) => `DELETE FROM ${table}`;',
    'const merged = `MERGE INTO t USING u ON t.a = u.a WHEN MATCHED THEN DO NOTHING`;',
    "const all = 'TRUNCATE t';",
  ])('is refused when it writes: %s', (source) => {
    expect(problemsOf(source)).toEqual([SHARED_SQL_READS[0].message]);
  });

  it('may read and lock', () => {
    expect(
      problemsOf('const held = `SELECT 1 FROM t x WHERE x.a = 1 FOR UPDATE OF x`, kept = `FOR NO KEY UPDATE OF x`;'),
    ).toEqual([]);
  });
});
