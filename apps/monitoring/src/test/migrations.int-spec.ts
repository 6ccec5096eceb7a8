import { itKeepsItsSchema, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../data-source';
import { ENTITIES } from '../entities';
import { FUNCTIONS, TRIGGERS } from '../migrations/functions';

describe('the migrations', () => {
  const db = useDatabase({ name: 'monitoring', migrations: MIGRATIONS });

  itKeepsItsSchema(db, {
    service: 'monitoring',
    migrations: MIGRATIONS,
    entities: ENTITIES,
    unsynchronized: ['stored_object'],
    statements: [...FUNCTIONS, ...TRIGGERS],
  });
});
