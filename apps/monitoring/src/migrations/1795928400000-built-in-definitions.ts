import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Built-in alert definitions. See rule alerts-54. */
export class BuiltInDefinitions1795928400000 implements MigrationInterface {
  name = 'BuiltInDefinitions1795928400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE built_in_definition (
        key           text NOT NULL,
        definition_id integer,
        CONSTRAINT pk_built_in_definition PRIMARY KEY (key),
        CONSTRAINT uq_built_in_definition_definition_id UNIQUE (definition_id),
        CONSTRAINT fk_built_in_definition_definition_id
          FOREIGN KEY (definition_id) REFERENCES alert_definition (id) ON DELETE SET NULL
      );
      COMMENT ON TABLE built_in_definition IS 'Placed once; the definition is null once it is gone'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE built_in_definition');
  }
}
