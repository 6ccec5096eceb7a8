import type { ClientBase } from 'pg';
import type { MigrationInterface } from 'typeorm';
import { type Migrations, nameOf, namesOfDone } from './schema-gap';

/** A migration that makes the schema which a series of earlier ones made step by step. */
export interface Baseline extends MigrationInterface {
  /** Names of the earlier migrations. A database where all of them have run has the schema already. */
  readonly replaces: readonly string[];
}

/** Some of the replaced migrations have run, some have not: what is missing is no longer part of the product. */
export class BetweenMigrations extends Error {}

/**
 * Notes the baseline as done where the migrations it replaces have all run; their rows stay, so that replicas of the version
 * that had them still find them.
 *
 * @throws BetweenMigrations
 */
export async function adoptBaseline(client: ClientBase, migrations: Migrations): Promise<void> {
  const done = await namesOfDone(client);
  for (const migration of migrations) {
    const { replaces = [] } = new migration() as Partial<Baseline>;
    const name = nameOf(migration);
    if (done.has(name) || !replaces.some((replaced) => done.has(replaced))) continue;
    const missing = replaces.filter((replaced) => !done.has(replaced));
    if (missing.length > 0) {
      throw new BetweenMigrations(
        `The database has the schema of an early development version: ${missing.length} of the ${replaces.length} ` +
          `migrations that ${name} replaces have not run, up to ${missing.at(-1)}. Run the migrations of the last ` +
          'version that has them first (docs/operations.md, "Databases from before the baseline"), then these again.',
      );
    }
    // As TypeORM notes it.
    await client.query('INSERT INTO migration (timestamp, name) VALUES ($1, $2)', [Number(name.slice(-13)), name]);
  }
}
