import { itDeclaresItsFunctions, itMatchesEntities, itMigratesCleanly, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../data-source';
import { ENTITIES } from '../entities';
import { FUNCTIONS } from '../migrations/functions';

describe('the migrations', () => {
  const source = { name: 'monitoring', migrations: MIGRATIONS };
  const db = useDatabase(source);
  itMigratesCleanly(db, source);
  itDeclaresItsFunctions(db, { name: 'monitoring', statements: FUNCTIONS });
  itMatchesEntities(db, { entities: ENTITIES, unsynchronized: ['stored_object'] });
});
