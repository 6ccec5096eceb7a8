import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const ORG_TABLES = ['monitoring_state', 'monitoring_fact'];

/** Facts for monitoring about systems and policies, and the reported state. */
export class MonitoringFacts1795477585000 implements MigrationInterface {
  name = 'MonitoringFacts1795477585000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What was last written down for monitoring of a system and policy; no keys, for it outlives both.
      CREATE TABLE monitoring_state (
        org_id text COLLATE "C" NOT NULL,
        policy_id uuid NOT NULL,
        system_id uuid NOT NULL,
        agent_name text COLLATE "C" NOT NULL,
        -- of the login that reported the system as its host
        subject text COLLATE "C" NOT NULL,
        -- of the newest fact, in microseconds since the epoch
        moment bigint NOT NULL,
        test_result_id uuid,
        verdict text COLLATE "C",
        verdict_with_exceptions text COLLATE "C",
        score_with_exceptions double precision,
        is_stale boolean NOT NULL DEFAULT false,
        CONSTRAINT pk_monitoring_state PRIMARY KEY (org_id, policy_id, system_id)
      );

      CREATE TABLE monitoring_fact (
        id bigint GENERATED ALWAYS AS IDENTITY,
        org_id text COLLATE "C" NOT NULL,
        system_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        -- the system has to wait until then
        due_at timestamptz,
        fact jsonb NOT NULL,
        CONSTRAINT pk_monitoring_fact PRIMARY KEY (org_id, id)
      );
      CREATE INDEX ix_monitoring_fact_due_at ON monitoring_fact (org_id, due_at) WHERE due_at IS NOT NULL;
      ${ORG_TABLES.map((table) => enableOrgIsolation(table).up).join('')}

      -- Organisations that what time does is looked at for: row-level security leaves no connection that sees them all.
      CREATE TABLE swept_organisation (
        id text COLLATE "C" NOT NULL,
        swept_at timestamptz NOT NULL,
        CONSTRAINT pk_swept_organisation PRIMARY KEY (id)
      );

      -- Public keys of the processes of this service, which keep the private ones in memory.
      CREATE TABLE service_key (
        kid text COLLATE "C" NOT NULL,
        public_key jsonb NOT NULL,
        seen_at timestamptz NOT NULL,
        CONSTRAINT pk_service_key PRIMARY KEY (kid)
      );

      ALTER TABLE system ADD COLUMN platform_id integer`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE system DROP COLUMN platform_id;
      DROP TABLE service_key, swept_organisation, monitoring_fact, monitoring_state`);
  }
}
