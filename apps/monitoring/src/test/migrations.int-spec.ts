import { itMatchesEntities, itMigratesCleanly, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../data-source';
import { ENTITIES } from '../entities';

describe('the migrations', () => {
  const source = { name: 'monitoring', migrations: MIGRATIONS };
  const db = useDatabase(source);
  itMigratesCleanly(db, source);
  itMatchesEntities(db, { entities: ENTITIES, unsynchronized: ['stored_object'] });
});
