import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { cloneDatabase, dropDatabase } from '../src/template-database';
import { useDatabase } from '../src/use-database';

class CreateNote1700000000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE TABLE note (text text NOT NULL)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE note');
  }
}

class AddAuthor1700000000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE note ADD COLUMN author text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE note DROP COLUMN author');
  }
}

const source = { name: 'testing_lib', migrations: [CreateNote1700000000001] };

describe('a test database', () => {
  const db = useDatabase(source);

  async function toColumns(url: string): Promise<string[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ column_name: string }>(
      "SELECT c.column_name FROM information_schema.columns c WHERE c.table_name = 'note' ORDER BY 1",
    );
    await client.end();
    return rows.map(({ column_name }) => column_name);
  }

  it('is migrated', async () => {
    expect(await db.query('SELECT n.text FROM note n')).toEqual([]);
  });

  it('belongs to a role without privileges', async () => {
    const [role] = await db.query<{ rolsuper: boolean; rolbypassrls: boolean; owns: boolean }>(
      `SELECT r.rolsuper, r.rolbypassrls, d.datdba = r.oid AS owns
         FROM pg_roles r, pg_database d
        WHERE r.rolname = current_user AND d.datname = current_database()`,
    );

    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, owns: true });
  });

  it('shares nothing with the database of another spec file', async () => {
    await db.query("INSERT INTO note (text) VALUES ('mine')");
    const other = await cloneDatabase(source);
    const client = new Client({ connectionString: other });
    await client.connect();
    const { rows } = await client.query('SELECT n.text FROM note n');
    await client.end();
    await dropDatabase(other);

    expect(rows).toEqual([]);
  });

  it('can be created many times at once', async () => {
    const urls = await Promise.all(Array.from({ length: 6 }, () => cloneDatabase(source)));
    const columns = await Promise.all(urls.map(toColumns));
    await Promise.all(urls.map(dropDatabase));

    expect(new Set(urls).size).toBe(6);
    expect(columns).toEqual(Array.from({ length: 6 }, () => ['text']));
  });

  it('follows a change of the migrations', async () => {
    const url = await cloneDatabase({
      name: 'testing_lib_changed',
      migrations: [CreateNote1700000000001],
    });
    const changed = await cloneDatabase({
      name: 'testing_lib_changed',
      migrations: [CreateNote1700000000001, AddAuthor1700000000002],
    });
    const columns = [await toColumns(url), await toColumns(changed)];
    await Promise.all([url, changed].map(dropDatabase));

    expect(columns).toEqual([['text'], ['author', 'text']]);
  });

  it('does not exist once dropped', async () => {
    const url = await cloneDatabase(source);
    await dropDatabase(url);

    await expect(toColumns(url)).rejects.toMatchObject({ code: '3D000' });
  });
});
