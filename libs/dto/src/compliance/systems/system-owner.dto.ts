import { field } from '../../fields/field';
import { EnumField, StringField, UuidField } from '../../fields/fields';
import { rule } from '../../fields/rules';

const DESCRIPTION =
  'Subject of the account that owns the system, as printed by `npm run account -- list ' +
  '--subjects`; `issuer|organisation|sub` for accounts of an OIDC issuer. null: no owner, and no ' +
  'agent has access';
const SUBJECT = {
  nullable: true,
  minLength: 1,
  maxLength: 255,
  example: 'wardstone|default|agent-1|2026-01-15T12:00:00.000Z',
} as const;

/** As every login has one: no control characters, which no text column and no line of a log can hold. */
const SUBJECT_PATTERN = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Body of AssignSystemOwner. */
export class SystemOwnerBody {
  @field(DESCRIPTION, SUBJECT, {
    type: { kind: 'string' },
    rules: [
      rule('subject', (value) =>
        typeof value === 'string' && SUBJECT_PATTERN.test(value)
          ? undefined
          : 'must be a string of 1 to 255 characters, or null',
      ),
    ],
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  })
  subject!: string | null;
}

/** Which login a system belongs to. */
export class SystemOwnerRecord {
  @UuidField('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  system_id!: string;

  @StringField(DESCRIPTION, SUBJECT)
  subject!: string | null;

  @EnumField('Always `system_owner`', { example: 'system_owner', values: ['system_owner'] })
  type!: 'system_owner';
}
