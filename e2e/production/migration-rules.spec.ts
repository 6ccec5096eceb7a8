import type { QueryRunner } from 'typeorm';
import { MIGRATIONS as compliance } from '../../apps/compliance/src/data-source';
import { MIGRATIONS as errorRegistry } from '../../apps/error-registry/src/data-source';
import { MIGRATIONS as gateway } from '../../apps/gateway/src/data-source';
import { MIGRATIONS as monitoring } from '../../apps/monitoring/src/data-source';
import { blockingIndexes, findContractions } from './migration-rules';

/** Names of the migrations of the last released version; a release puts them here. None was released yet. */
const RELEASED = { gateway: [], compliance: [], monitoring: [], 'error-registry': [] };

class First {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query('CREATE TABLE thing (id integer, name text)');
  }
}

function second(sql: string): new () => object {
  return class Second {
    up(runner: QueryRunner): Promise<unknown> {
      return runner.query(sql);
    }
  };
}

const SERVICES = [
  ['gateway', gateway],
  ['compliance', compliance],
  ['monitoring', monitoring],
  ['error-registry', errorRegistry],
] as const;

describe('expand, then contract', () => {
  it.each([
    ['ALTER TABLE thing ADD COLUMN colour text', 0],
    ['ALTER TABLE thing ADD COLUMN size integer NOT NULL DEFAULT 0', 0],
    ['ALTER TABLE thing ADD COLUMN half integer GENERATED ALWAYS AS (id / 2) STORED', 0],
    ['CREATE INDEX CONCURRENTLY ix_thing_name ON thing (name)', 0],
    ["ALTER TABLE thing ADD CONSTRAINT ck_thing_name CHECK (name <> '') NOT VALID", 0],
    ['CREATE TABLE other (id integer); ', 0],
    ['ALTER TABLE thing ADD COLUMN size integer NOT NULL', 1],
    ['ALTER TABLE thing DROP COLUMN name', 1],
    ['ALTER TABLE thing RENAME COLUMN name TO title', 1],
    ['ALTER TABLE thing RENAME TO things', 1],
    ['ALTER TABLE thing ALTER COLUMN id TYPE bigint', 1],
    ['ALTER TABLE thing ALTER COLUMN name SET NOT NULL', 1],
    ['ALTER TABLE thing ADD CONSTRAINT uq_thing_name UNIQUE (name)', 1],
    ['DROP TABLE thing', 1],
    ['-- DROP TABLE thing\nALTER TABLE thing ADD COLUMN colour text', 0],
  ])('%s: %i problems for the previous version', async (sql, count) => {
    expect(await findContractions([First, second(sql)], ['First'])).toHaveLength(count);
  });

  it('permits any change to a table that no released version has', async () => {
    const both = [First, second('CREATE TABLE other (id integer)'), second('ALTER TABLE other DROP COLUMN id')];
    expect(await findContractions(both, ['First'])).toEqual([]);
  });

  it.each(SERVICES)('holds for the migrations of %s on released tables', async (service, migrations) => {
    expect(await findContractions(migrations, RELEASED[service])).toEqual([]);
  });
});

describe('indexes', () => {
  it.each([
    ['CREATE INDEX CONCURRENTLY ix_thing_name ON thing (name)', 0],
    ['CREATE UNIQUE INDEX CONCURRENTLY uq_thing_name ON thing (name)', 0],
    ['CREATE INDEX ix_thing_name ON ONLY thing (name)', 0],
    ['ALTER TABLE thing ADD CONSTRAINT pk_thing PRIMARY KEY USING INDEX uq_thing_name', 0],
    ['CREATE TABLE other (id integer); CREATE INDEX ix_other_id ON other (id)', 0],
    ['CREATE INDEX ix_thing_name ON thing (name)', 1],
    ['CREATE UNIQUE INDEX IF NOT EXISTS uq_thing_name\n ON thing (name)', 1],
    ['ALTER TABLE thing ADD CONSTRAINT uq_thing_name UNIQUE (name)', 1],
    ['ALTER TABLE thing ADD COLUMN size integer, ADD PRIMARY KEY (id)', 1],
  ])('%s: %i times under a lock', async (sql, count) => {
    class Outside {
      readonly transaction = false;
      up = (runner: QueryRunner): Promise<unknown> => runner.query(sql);
    }
    expect(await blockingIndexes([Outside])).toHaveLength(count);
  });

  it('are not built concurrently in a transaction, which PostgreSQL refuses', async () => {
    expect(await blockingIndexes([second('CREATE INDEX CONCURRENTLY ix_thing_name ON thing (name)')])).toHaveLength(1);
  });

  it.each(SERVICES)('are built concurrently by each migration of %s after the baseline', async (_, migrations) => {
    expect(await blockingIndexes(migrations.slice(1))).toEqual([]);
  });
});
