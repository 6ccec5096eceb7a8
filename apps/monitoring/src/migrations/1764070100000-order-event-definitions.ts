import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Event definitions are listed as their plugin declares them, like metrics and operations. */
export class OrderEventDefinitions1764070100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE event_definition ADD COLUMN position integer NOT NULL DEFAULT 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE event_definition DROP COLUMN position`);
  }
}
