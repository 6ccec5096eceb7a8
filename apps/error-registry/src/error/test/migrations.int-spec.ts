import { itKeepsItsSchema, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../../data-source';
import { ENTITIES } from '../../entities';

describe('the migrations', () => {
  const database = useDatabase({ name: 'error_registry', migrations: MIGRATIONS });

  itKeepsItsSchema(database, { service: 'error-registry', migrations: MIGRATIONS, entities: ENTITIES });
});
