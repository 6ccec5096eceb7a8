import { itMatchesEntities, itMigratesCleanly, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../../data-source';
import { ENTITIES } from '../../entities';

describe('the migrations', () => {
  const source = { name: 'error_registry', migrations: MIGRATIONS };
  const database = useDatabase(source);
  itMigratesCleanly(database, source);
  itMatchesEntities(database, { service: 'error-registry', entities: ENTITIES });
});
