import { Field } from '../fields';
import { TimeParameter } from './query-fields';

/** How a checklist is imported. */
export class ChecklistImportQuery {
  @TimeParameter('When the requested reviews and severities expire, within two years; by default, one year from now', {
    documented: { example: '2026-11-26T00:00:00Z' },
  })
  expires_at?: Date;
}

/** Outcome of importing a checklist (rule compliance-46). */
export class ChecklistImportRecord {
  @Field.Uuid('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  id!: string;

  @Field.Enum('Always `checklist_import`', { example: 'checklist_import', values: ['checklist_import'] })
  type!: 'checklist_import';

  @Field.Int('Number of rows of the checklist about rules of the policy', { example: 240, min: 0 })
  matched_rule_count!: number;

  @Field.Int('Number of other rows, which are kept as they are', { example: 3, min: 0 })
  unknown_rule_count!: number;

  @Field.Int('Number of reviews and lower severities that were requested', { example: 12, min: 0 })
  requested_review_count!: number;
}
