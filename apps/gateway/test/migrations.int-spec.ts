import path from 'node:path';
import { itAdoptsItsPredecessor, itMatchesEntities, itMigratesCleanly, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../src/data-source';
import { ENTITIES } from '../src/entities';

describe('the migrations of the gateway', () => {
  const database = useDatabase({ name: 'gateway', migrations: MIGRATIONS });

  itMigratesCleanly(database, { migrations: MIGRATIONS });
  itAdoptsItsPredecessor(database, {
    name: 'gateway',
    migrations: MIGRATIONS,
    dump: path.join(__dirname, '../test-data/before-baseline.sql'),
  });
  itMatchesEntities(database, { service: 'gateway', entities: ENTITIES });
});
