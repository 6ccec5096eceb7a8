import path from 'node:path';
import {
  itAdoptsItsPredecessor,
  itDeclaresItsFunctions,
  itMatchesEntities,
  itMigratesCleanly,
  useDatabase,
} from '@wardstone/testing';
import { MIGRATIONS } from '../data-source';
import { ENTITIES } from '../entities';
import { FUNCTIONS, TRIGGERS } from '../migrations/functions';

describe('the migrations', () => {
  const source = { name: 'monitoring', migrations: MIGRATIONS };
  const db = useDatabase(source);
  itMigratesCleanly(db, source);
  itAdoptsItsPredecessor(db, {
    name: 'monitoring',
    migrations: MIGRATIONS,
    dump: path.join(__dirname, '../../test-data/before-baseline.sql'),
  });
  itDeclaresItsFunctions(db, { name: 'monitoring', statements: [...FUNCTIONS, ...TRIGGERS] });
  itMatchesEntities(db, { service: 'monitoring', entities: ENTITIES, unsynchronized: ['stored_object'] });
});
