import { itMigratesCleanly, useDatabase } from '@wardstone/testing';
import { MIGRATIONS } from '../data-source';

describe('the migrations', () => {
  const source = { name: 'monitoring', migrations: MIGRATIONS };
  itMigratesCleanly(useDatabase(source), source);
});
