import fs from 'node:fs';
import path from 'node:path';
import type { TestDatabase } from './use-database';

const DEFINED = `
  SELECT f.proname AS name, pg_get_functiondef(f.oid) AS text FROM pg_proc f
   WHERE f.pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = f.oid AND d.deptype = 'e')
  UNION ALL
  SELECT t.tgname, pg_get_triggerdef(t.oid)
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace
   ORDER BY 1, 2`;

interface Defined {
  name: string;
  text: string;
}

/** The tests of the functions and triggers in a service's database. @param statements their present text */
export function itDeclaresItsFunctions(database: TestDatabase, service: string, statements: readonly string[]): void {
  const declared = statements.map((text) => /^CREATE OR REPLACE (?:FUNCTION|TRIGGER) (\w+)/.exec(text)![1]!).sort();

  it('make the functions and triggers that are declared, and no others', async () => {
    const defined = async (): Promise<Defined[]> => {
      const rows = await database.query<Defined>(DEFINED);
      return rows.map(({ name, text }) => ({ name, text: text.replace(/\s+/g, ' ') }));
    };
    const migrated = await defined();
    expect(migrated.map(({ name }) => name)).toEqual(declared);
    for (const statement of statements) await database.query(statement);
    expect(await defined()).toEqual(migrated);
  });

  it('make the functions and triggers that docs/architecture.md names', () => {
    const page = fs.readFileSync(path.join(__dirname, '../../../docs/architecture.md'), 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith(`| ${service} `));
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, found]) => found!));
    expect(named.sort()).toEqual(declared);
  });
}
