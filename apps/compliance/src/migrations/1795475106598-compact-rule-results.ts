import { enableOrgIsolation } from '@wardstone/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores rule results as lists of rule numbers, one for each outcome: a fortieth of a row for each rule with its keys.
 * `rule_result` becomes a view of it.
 */
export class CompactRuleResults1795475106598 implements MigrationInterface {
  name = 'CompactRuleResults1795475106598';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A number stands for a rule as long as the guide is there. Not deferred, but checked after what goes with the guide:
      -- a new document of a guide keeps the rules that results have named.
      CREATE TABLE rule_number (
        number integer NOT NULL GENERATED ALWAYS AS IDENTITY,
        rule_id uuid NOT NULL,
        security_guide_id uuid NOT NULL,
        CONSTRAINT pk_rule_number PRIMARY KEY (number),
        CONSTRAINT uq_rule_number_rule_id UNIQUE (rule_id),
        CONSTRAINT fk_rule_number_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id),
        CONSTRAINT fk_rule_number_security_guide_id FOREIGN KEY (security_guide_id)
          REFERENCES security_guide (id) ON DELETE CASCADE
      );
      CREATE INDEX ix_rule_number_security_guide_id ON rule_number (security_guide_id);

      CREATE TABLE rule_outcome (
        org_id text COLLATE "C" NOT NULL,
        test_result_id uuid NOT NULL,
        -- that was scanned with: it cannot go
        security_guide_id uuid NOT NULL,
        result text COLLATE "C" NOT NULL,
        rule_numbers integer[] NOT NULL,
        CONSTRAINT pk_rule_outcome PRIMARY KEY (test_result_id, result),
        CONSTRAINT fk_rule_outcome_test_result_id FOREIGN KEY (org_id, test_result_id)
          REFERENCES test_result (org_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_rule_outcome_security_guide_id FOREIGN KEY (security_guide_id) REFERENCES security_guide (id)
      );
      CREATE INDEX ix_rule_outcome_security_guide_id ON rule_outcome (security_guide_id);

      -- The owner reads the rows of all organisations.
      ALTER TABLE rule_result NO FORCE ROW LEVEL SECURITY;
      INSERT INTO rule_number (rule_id, security_guide_id)
      SELECT r.id, r.security_guide_id FROM rule r
       WHERE EXISTS (SELECT 1 FROM rule_result rr WHERE rr.rule_id = r.id) ORDER BY r.id;
      INSERT INTO rule_outcome (org_id, test_result_id, security_guide_id, result, rule_numbers)
      SELECT rr.org_id, rr.test_result_id, (array_agg(n.security_guide_id))[1], rr.result, array_agg(n.number ORDER BY n.number)
        FROM rule_result rr
        JOIN rule_number n ON n.rule_id = rr.rule_id
       GROUP BY rr.org_id, rr.test_result_id, rr.result;
      ${enableOrgIsolation('rule_outcome').up}
      DROP TABLE rule_result;

      -- An id is made of what it stands for (RFC 9562, version 8).
      CREATE VIEW rule_result WITH (security_invoker = true) AS
      SELECT overlay(overlay(md5(o.test_result_id::text || n.rule_id::text) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid AS id,
             o.org_id, o.test_result_id, n.rule_id, o.result
        FROM rule_outcome o
        CROSS JOIN LATERAL unnest(o.rule_numbers) AS given (number)
        JOIN rule_number n ON n.number = given.number`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP VIEW rule_result;
      CREATE TABLE rule_result (
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        org_id text COLLATE "C" NOT NULL,
        test_result_id uuid NOT NULL,
        rule_id uuid NOT NULL,
        result text COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT pk_rule_result PRIMARY KEY (id),
        CONSTRAINT uq_rule_result_test_result_id_rule_id UNIQUE (test_result_id, rule_id),
        CONSTRAINT fk_rule_result_test_result_id FOREIGN KEY (org_id, test_result_id)
          REFERENCES test_result (org_id, id) ON DELETE CASCADE,
        CONSTRAINT fk_rule_result_rule_id FOREIGN KEY (rule_id) REFERENCES rule (id)
      );
      CREATE INDEX ix_rule_result_rule_id ON rule_result (rule_id);
      CREATE INDEX ix_rule_result_failed
        ON rule_result (test_result_id) INCLUDE (rule_id, result) WHERE result IN ('fail', 'error', 'unknown', 'fixed');
      ALTER TABLE rule_outcome NO FORCE ROW LEVEL SECURITY;
      INSERT INTO rule_result (org_id, test_result_id, rule_id, result)
      SELECT o.org_id, o.test_result_id, n.rule_id, o.result
        FROM rule_outcome o
        CROSS JOIN LATERAL unnest(o.rule_numbers) AS given (number)
        JOIN rule_number n ON n.number = given.number;
      DROP TABLE rule_outcome, rule_number;
      ${enableOrgIsolation('rule_result').up}`);
  }
}
