import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Statements that would break the code of the previous version, by their words. */
const CONTRACTING: readonly [pattern: RegExp, why: string][] = [
  [/\bDROP TABLE\b/i, 'drops a table'],
  [/\bDROP COLUMN\b/i, 'drops a column'],
  [/\bRENAME (TO|COLUMN|CONSTRAINT)\b/i, 'renames'],
  [/\bALTER COLUMN \S+ (SET DATA )?TYPE\b/i, 'changes a type'],
  [/\bSET NOT NULL\b/i, 'forbids null'],
  [/\bDROP DEFAULT\b/i, 'drops a default'],
  [/\bADD CONSTRAINT\b(?![^;]*\bNOT VALID\b)/i, 'adds a constraint that is not NOT VALID'],
  [
    /\bADD COLUMN (IF NOT EXISTS )?(?![^,;]*\b(DEFAULT|GENERATED)\b)[^,;]*\bNOT NULL\b/i,
    'adds a column that old code does not fill',
  ],
];

/** The statements of a migration, without running them. */
export async function recordStatements(Migration: new () => object): Promise<string[]> {
  const statements: string[] = [];
  const runner = {
    query: (sql: string) => {
      statements.push(sql.replace(/--.*$/gm, '').trim());
      return Promise.resolve([]);
    },
    startTransaction: () => Promise.resolve(),
    commitTransaction: () => Promise.resolve(),
  };
  await (new Migration() as MigrationInterface).up(runner as unknown as QueryRunner);
  return statements;
}

/**
 * Statements of migrations that would break the version that runs meanwhile. Tables that appear after the last release
 * are new to it, so any statement may change them.
 */
export async function findContractions(
  migrations: readonly (new () => object)[],
  released: readonly string[],
): Promise<string[]> {
  // No released version runs yet that could break.
  if (released.length === 0) return [];
  const found: string[] = [];
  const newTables = new Set<string>();
  for (const Migration of migrations) {
    if (released.includes(Migration.name)) continue;
    for (const statement of await recordStatements(Migration)) {
      for (const [, table] of statement.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?(\w+)/gi)) newTables.add(table!);
      const touched = /\b(?:ALTER|DROP) TABLE (?:IF EXISTS )?(?:ONLY )?(\w+)/i.exec(statement)?.[1];
      if (touched === undefined || newTables.has(touched)) continue;
      for (const [pattern, why] of CONTRACTING)
        if (pattern.test(statement)) found.push(`${Migration.name} ${why} of ${touched}`);
    }
  }
  return found;
}

/** Builds an index under a lock that stops all writers: `ON ONLY` a partitioned table, where it is empty, is fine. */
const INDEX = /\bCREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)(?:IF NOT EXISTS )?\w+ ON (?!ONLY\b)(\w+)/gi;
const INDEX_OF_CONSTRAINT =
  /\bALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\w+)[^;]*?\bADD (?:CONSTRAINT \w+ )?(?:UNIQUE|PRIMARY KEY)(?! USING\b)/gi;

/** Indexes that migrations do not build beside the traffic, of tables that they have not made themselves just before. */
export async function blockingIndexes(migrations: readonly (new () => object)[]): Promise<string[]> {
  const found: string[] = [];
  for (const Migration of migrations) {
    const text = (await recordStatements(Migration)).join(';\n').replace(/\s+/g, ' ');
    const made = [...text.matchAll(/\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gi)].map(
      ([, table]) => table!,
    );
    for (const [, table] of [...text.matchAll(INDEX), ...text.matchAll(INDEX_OF_CONSTRAINT)])
      if (!made.includes(table!)) found.push(`${Migration.name} blocks the writers of ${table!}`);
    if (/\bCONCURRENTLY\b/i.test(text) && (new Migration() as MigrationInterface).transaction !== false)
      found.push(`${Migration.name} runs CONCURRENTLY in a transaction`);
  }
  return found;
}
