import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which agent looks after a new resource, what an upgrade of a plugin may do to drift templates in use, and what goes with
 * a creation are decided by the services now, in the transaction of the change.
 */
export class DropDecidingTriggers1764180000000 implements MigrationInterface {
  name = 'DropDecidingTriggers1764180000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TRIGGER resource_of_agent ON resource`);
    await runner.query(`DROP TRIGGER drift_template_kept ON drift_template`);
    await runner.query(`DROP TRIGGER resource_creation_content ON resource_creation`);
    await runner.query(`DROP FUNCTION inherit_agent, keep_drift_template, remove_content_of_creation`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION inherit_agent() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        SELECT p.agent_name INTO NEW.agent_name FROM resource p WHERE p.id = NEW.parent_id;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER resource_of_agent BEFORE INSERT ON resource
        FOR EACH ROW WHEN (NEW.agent_name IS NULL AND NEW.parent_id IS NOT NULL) EXECUTE FUNCTION inherit_agent()`);
    await runner.query(`
      CREATE FUNCTION keep_drift_template() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT 1 FROM drift_definition d WHERE d.drift_template_id = OLD.id) THEN
          RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
        END IF;
        IF TG_OP = 'DELETE' THEN
          UPDATE drift_template SET is_user_made = true WHERE id = OLD.id;
          RETURN NULL;
        END IF;
        IF OLD.definition -> 'baseDirectory' IS DISTINCT FROM NEW.definition -> 'baseDirectory'
           OR OLD.definition -> 'includes' IS DISTINCT FROM NEW.definition -> 'includes'
           OR OLD.definition -> 'excludes' IS DISTINCT FROM NEW.definition -> 'excludes' THEN
          RETURN OLD;
        END IF;
        RETURN NEW;
      END $$`);
    await runner.query(`
      CREATE TRIGGER drift_template_kept BEFORE DELETE OR UPDATE OF definition ON drift_template
        FOR EACH ROW EXECUTE FUNCTION keep_drift_template()`);
    await runner.query(`
      CREATE FUNCTION remove_content_of_creation() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          DELETE FROM stored_content s WHERE s.key = OLD.content;
          RETURN NULL;
        END $$`);
    await runner.query(`
      CREATE TRIGGER resource_creation_content AFTER DELETE ON resource_creation
        FOR EACH ROW WHEN (OLD.content IS NOT NULL) EXECUTE FUNCTION remove_content_of_creation()`);
  }
}
