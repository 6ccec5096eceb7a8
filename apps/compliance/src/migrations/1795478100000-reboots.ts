import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a fix needs a reboot. Null if the guide was imported before this was read. */
export class Reboots1795478100000 implements MigrationInterface {
  name = 'Reboots1795478100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE fix ADD COLUMN reboot boolean');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE fix DROP COLUMN reboot');
  }
}
