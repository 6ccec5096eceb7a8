import { useDatabase } from '@wardstone/testing';
import type { MigrationInterface } from 'typeorm';
import { findSchemaGap } from '../src/schema-gap';
import { CreateWidget1700000000001 } from './widget.migration';

class Later1700000000009 implements MigrationInterface {
  up = () => Promise.resolve();
  down = () => Promise.resolve();
}

describe('the schema', () => {
  const db = useDatabase({ name: 'database_lib', migrations: [CreateWidget1700000000001] });
  const getGap = (...migrations: (new () => object)[]) =>
    findSchemaGap({ url: db.url, applicationName: 'spec', migrations });

  it('serves a version whose migrations have all run', async () => {
    expect(await getGap(CreateWidget1700000000001)).toBeUndefined();
  });

  it('serves an older version', async () => {
    expect(await getGap()).toBeUndefined();
  });

  it('does not serve a newer version, and names the missing migrations', async () => {
    expect(await getGap(CreateWidget1700000000001, Later1700000000009)).toBe(
      'The schema of the database is older than this version: 1 of its migrations are pending, ' +
        'up to Later1700000000009.',
    );
  });

  it('differs from no schema at all', async () => {
    await db.query('ALTER TABLE migration RENAME TO migration_kept');
    const gap = await getGap(CreateWidget1700000000001);
    await db.query('ALTER TABLE migration_kept RENAME TO migration');

    expect(gap).toBe('The database has no schema yet: run the migrations of this version.');
  });

  it('is unknown while the database is away', async () => {
    const away = findSchemaGap({ url: 'postgres://a:b@127.0.0.1:1/c', applicationName: 'spec' });

    await expect(away).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
