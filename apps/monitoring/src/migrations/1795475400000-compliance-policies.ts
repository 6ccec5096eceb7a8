import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Progress of facts from the compliance service, so that nothing is stored twice, and the compliance system of each
 * machine.
 */
export class CompliancePolicies1795475400000 implements MigrationInterface {
  name = 'CompliancePolicies1795475400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE compliance_policy (
        resource_id    integer NOT NULL,
        -- moments of the newest report whose values, and whose events, are stored; microseconds since the epoch
        values_through bigint  NOT NULL DEFAULT 0,
        events_through bigint  NOT NULL DEFAULT 0,
        CONSTRAINT pk_compliance_policy PRIMARY KEY (resource_id),
        CONSTRAINT fk_compliance_policy_resource_id FOREIGN KEY (resource_id) REFERENCES resource (id) ON DELETE CASCADE
      );
      CREATE TABLE compliance_system (
        platform_id integer NOT NULL,
        system_id   uuid    NOT NULL,
        CONSTRAINT pk_compliance_system PRIMARY KEY (platform_id),
        CONSTRAINT fk_compliance_system_platform_id FOREIGN KEY (platform_id) REFERENCES resource (id) ON DELETE CASCADE
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE compliance_system, compliance_policy');
  }
}
