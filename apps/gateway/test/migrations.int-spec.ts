import { itKeepsItsSchema, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../src/data-source';
import { ENTITIES } from '../src/entities';

describe('the migrations of the gateway', () => {
  const database = useDatabase({ name: 'gateway', migrations: MIGRATIONS });

  itKeepsItsSchema(database, { service: 'gateway', migrations: MIGRATIONS, entities: ENTITIES });
});
