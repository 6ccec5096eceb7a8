import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was said when an alert was acknowledged. */
export class CommentsOfAcknowledgements1795430400000 implements MigrationInterface {
  name = 'CommentsOfAcknowledgements1795430400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE alert ADD COLUMN ack_comment text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE alert DROP COLUMN ack_comment`);
  }
}
