import type { MigrationInterface, QueryRunner } from 'typeorm';

const results = (values: string): string => `
  ALTER TABLE waiver DROP CONSTRAINT ck_waiver_result,
    ADD CONSTRAINT ck_waiver_result CHECK (result IN (${values}))`;

/** Owner and due date of findings. */
export class Plans1796021000000 implements MigrationInterface {
  name = 'Plans1796021000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE waiver ADD COLUMN owner text;
      ${results(`'pass', 'fail', 'notapplicable', 'planned'`)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE waiver NO FORCE ROW LEVEL SECURITY;
      DELETE FROM waiver WHERE result = 'planned';
      ALTER TABLE waiver FORCE ROW LEVEL SECURITY;
      ${results(`'pass', 'fail', 'notapplicable'`)};
      ALTER TABLE waiver DROP COLUMN owner`);
  }
}
