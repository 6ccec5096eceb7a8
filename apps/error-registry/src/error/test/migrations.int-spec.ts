import { dataSourceOptions } from '@wardstone/database';
import { itMatchesEntities, useDatabase } from '@wardstone/testing';
import { DataSource } from 'typeorm';
import { MIGRATIONS } from '../../data-source';
import { ENTITIES } from '../../entities';

describe('the migrations', () => {
  const database = useDatabase({ name: 'error_registry', migrations: MIGRATIONS });

  itMatchesEntities(database, { entities: ENTITIES });

  const schema = () =>
    database.query<{ line: string }>(
      `SELECT concat_ws(' ', c.table_name, c.column_name, c.data_type, c.is_nullable, c.column_default) AS line
         FROM information_schema.columns c
        WHERE c.table_schema = 'public' AND c.table_name LIKE 'error\\_%'
       UNION ALL
       SELECT i.indexdef FROM pg_indexes i WHERE i.tablename LIKE 'error\\_%'
       ORDER BY line`,
    );

  it('go down to nothing and up again to the same schema', async () => {
    const before = await schema();
    const dataSource = await new DataSource(
      dataSourceOptions({ url: database.url, applicationName: 'migrations spec', migrations: MIGRATIONS }),
    ).initialize();

    for (const _migration of MIGRATIONS) await dataSource.undoLastMigration();
    expect(await schema()).toEqual([]);

    await dataSource.runMigrations();
    expect(await schema()).toEqual(before);
    expect(before.length).toBeGreaterThan(20);
    await dataSource.destroy();
  });
});
