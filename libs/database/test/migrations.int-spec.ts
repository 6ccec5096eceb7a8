import { useDatabase } from '@wardstone/testing';
import { DataSource, type MigrationInterface, type QueryRunner } from 'typeorm';
import { dataSourceOptions } from '../src/service-pool';
import { runMigrations } from '../src/run-migrations';
import { CreateWidget1700000000001 } from './widget.migration';

class AddColour1700000000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Slow enough that a second process without the lock would run it as well and fail.
    await queryRunner.query('SELECT pg_sleep(0.3)');
    await queryRunner.query('ALTER TABLE widget ADD COLUMN colour text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE widget DROP COLUMN colour');
  }
}

class Broken1700000000003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE TABLE half_done (id int)');
    await queryRunner.query('SELECT nonsense');
  }

  async down(): Promise<void> {}
}

class PaintWidget1700000000004 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE widget ADD COLUMN paint text');
  }

  async down(): Promise<void> {}
}

describe('migrations', () => {
  const db = useDatabase({ name: 'database_migrations', migrations: [CreateWidget1700000000001] });
  const options = (migrations: (new () => object)[]) => ({ url: db.url, applicationName: 'spec', migrations });

  it('refuse a database of a development version, and leave it unchanged', async () => {
    const refused = runMigrations(options([AddColour1700000000002, CreateWidget1700000000001]));

    await expect(refused).rejects.toThrow('it has migrations, but not AddColour1700000000002. Nothing was changed.');
    expect(await db.query('SELECT m.name FROM migration m')).toEqual([{ name: 'CreateWidget1700000000001' }]);
  });

  it('run once when several processes start at the same moment', async () => {
    const migrations = [CreateWidget1700000000001, AddColour1700000000002];

    const ran = await Promise.all([1, 2, 3, 4].map(() => runMigrations(options(migrations))));

    expect(ran.flat()).toEqual(['AddColour1700000000002']);
  });

  it('undo everything of a failed migration, and keep earlier ones', async () => {
    await expect(runMigrations(options([CreateWidget1700000000001, Broken1700000000003]))).rejects.toThrow('nonsense');

    const [found] = await db.query<{ half: string | null; widget: string | null }>(
      "SELECT to_regclass('half_done')::text AS half, to_regclass('widget')::text AS widget",
    );
    expect(found).toEqual({ half: null, widget: 'widget' });
  });

  it('give up rather than block others behind a table in use', async () => {
    const migrations = [CreateWidget1700000000001, PaintWidget1700000000004];
    await db.transaction(async (transaction) => {
      await transaction.query('LOCK TABLE widget IN ACCESS SHARE MODE');
      await expect(runMigrations({ ...options(migrations), lockTimeoutMs: 100 })).rejects.toThrow('lock timeout');
    });

    expect(await runMigrations({ ...options(migrations), lockTimeoutMs: 100 })).toEqual(['PaintWidget1700000000004']);
    await db.query('ALTER TABLE widget DROP COLUMN paint');
  });

  it('go down and up again', async () => {
    const migrations = [CreateWidget1700000000001];
    const dataSource = await new DataSource(dataSourceOptions(options(migrations))).initialize();
    await dataSource.query("DELETE FROM migration WHERE name <> 'CreateWidget1700000000001'");
    await dataSource.undoLastMigration();
    const [gone] = await db.query<{ widget: string | null }>("SELECT to_regclass('widget')::text AS widget");
    await dataSource.destroy();

    expect(gone).toEqual({ widget: null });
    expect(await runMigrations(options(migrations))).toEqual(['CreateWidget1700000000001']);
  });
});
