import { itMatchesEntities, itMigratesCleanly, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../src/data-source';
import { ENTITIES } from '../src/entities';

describe('the migrations of the gateway', () => {
  const database = useDatabase({ name: 'gateway', migrations: MIGRATIONS });

  itMigratesCleanly(database, { migrations: MIGRATIONS });
  itMatchesEntities(database, { entities: ENTITIES });
});
