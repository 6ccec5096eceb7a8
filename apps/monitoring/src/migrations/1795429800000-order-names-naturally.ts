import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An order of names as people expect it: node-2 before node-10, letter case aside. */
export class OrderNamesNaturally1795429800000 implements MigrationInterface {
  name = 'OrderNamesNaturally1795429800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP COLLATION natural_order`);
  }
}
