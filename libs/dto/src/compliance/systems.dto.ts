import { parseUuid } from '@wardstone/pagination';
import { field } from '../fields/registry';
import { ArrayField, EnumField, IntField, StringField, UuidField } from '../fields/fields';
import { rule } from '../fields/rules';
import { IsoTimeField, ObjectListField, TextField, TextListField, WholeNumberField } from './body-fields';

const DESCRIPTION =
  'Subject of the account that owns the system, as printed by `npx wardstone account list ' +
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

export class SystemGroupRecord {
  @StringField('Id of the inventory group', { example: 'b0a4f3c8-2d8e-4a55-8d0a-5a1f1f4b7c01' })
  id!: string;

  @StringField('Name of the inventory group', { example: 'web' })
  name!: string;
}

export class SystemTagRecord {
  @StringField('Who set the tag', { example: 'ops', nullable: true })
  namespace!: string | null;

  @StringField('Name of the tag', { example: 'stage' })
  key!: string;

  @StringField('Value of the tag', { example: 'production', nullable: true })
  value!: string | null;
}

export class SystemPolicyRecord {
  @UuidField('Id of the policy', { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  id!: string;

  @StringField('Title of the policy', { example: 'CIS for the web servers' })
  title!: string;
}

const TIME = { format: 'date-time', nullable: true, example: '2026-05-27T15:20:11.853Z' } as const;

/** A system as clients see it (rule compliance-19); keys in its order. */
export class SystemRecord {
  @UuidField('Id assigned by the inventory', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  id!: string;

  @StringField('Display name', { example: 'web-1.example.org' })
  display_name!: string;

  @ArrayField('Inventory groups the system is in', { of: () => SystemGroupRecord })
  groups!: readonly SystemGroupRecord[];

  @StringField('When the system is removed: 14 days after going stale', { ...TIME })
  culled_timestamp!: string | null;

  @StringField('8 days after `stale_timestamp`; `last_seen` has the last contact', { ...TIME })
  last_check_in!: string | null;

  @StringField('When the last report or result of the system arrived', {
    example: '2026-05-26T10:20:12.417Z',
    format: 'date-time',
  })
  last_seen!: string;

  @StringField('When the system becomes stale', { ...TIME })
  stale_timestamp!: string | null;

  @StringField('7 days after `stale_timestamp`', { ...TIME })
  stale_warning_timestamp!: string | null;

  @StringField('Time of the last accepted report', { example: '2026-05-26T10:20:11.853Z', format: 'date-time' })
  updated!: string;

  @UuidField('Id assigned by the insights client', { example: null, nullable: true })
  insights_id!: string | null;

  @ArrayField('Tags of the system', { of: () => SystemTagRecord })
  tags!: readonly SystemTagRecord[];

  @EnumField('Always `system`', { example: 'system', values: ['system'] })
  type!: 'system';

  @IntField('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @IntField('Minor version of the operating system', { example: 4 })
  os_minor_version!: number;

  @ArrayField('Policies the system is assigned to, by title; absent in responses below a policy', {
    optional: true,
    of: () => SystemPolicyRecord,
  })
  policies?: readonly SystemPolicyRecord[];

  @StringField('Name of the agent whose host this is; absent for systems that no agent reports as its host', {
    optional: true,
    example: 'web-1',
  })
  agent?: string;

  @IntField(
    'Id of this machine as a resource of monitoring (`/rest/resource/{id}`); absent until monitoring names it',
    {
      optional: true,
      example: 10076,
    },
  )
  platform_id?: number;
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

/** Checked like the rules of the record: too great is refused there. */
const VERSION = { optional: true, documented: { required: true, minimum: 0, maximum: 99_999 } };

/** Body of PUT and POST /systems (rule compliance-31), keys in the order in which they are checked. */
export class SystemBody {
  @TextField('Display name; required for a new system', {
    example: 'web-1',
    optional: true,
    documented: { required: true, minLength: 1, maxLength: 200 },
  })
  display_name?: string;

  @WholeNumberField('Major version of the operating system; required for a new system', { ...VERSION, example: 9 })
  os_major_version?: number;

  @WholeNumberField('Minor version of the operating system; required for a new system', { ...VERSION, example: 4 })
  os_minor_version?: number;

  @ObjectListField('Inventory groups', {
    optional: true,
    documented: { default: [] },
    of: () => SystemGroupRecord,
    keys: ['id', 'name'],
    isElement: ({ id, name }) => typeof id === 'string' && id !== '' && typeof name === 'string',
    shape: 'objects with id and name',
  })
  groups?: readonly SystemGroupRecord[];

  @ObjectListField('Tags', {
    optional: true,
    documented: { default: [] },
    of: () => SystemTagRecord,
    keys: ['namespace', 'key', 'value'],
    isElement: ({ namespace, key, value }) =>
      typeof key === 'string' && key !== '' && isTextOrNull(namespace) && isTextOrNull(value),
    shape: 'objects with namespace, key and value',
    defaults: { namespace: null, value: null },
  })
  tags?: readonly SystemTagRecord[];

  @UuidField('Id assigned by the insights client', { example: null, optional: true, nullable: true })
  insights_id?: string | null;

  @UuidField('Common name of the client certificate of the host', { example: null, optional: true, nullable: true })
  owner_id?: string | null;

  @TextField('Name of the operating system; excludes policies for other families', {
    example: 'RHEL',
    optional: true,
    nullable: true,
    documented: { minLength: 1, maxLength: 50 },
  })
  os_name?: string | null;

  @IsoTimeField('When the system becomes stale; 29 hours from now when absent', {
    example: '2026-05-27T15:20:11.853Z',
    optional: true,
  })
  stale_timestamp?: string;

  @IsoTimeField('Time of this report, now when absent; a report older than the stored one is ignored', {
    example: '2026-05-26T10:20:11.853Z',
    optional: true,
  })
  updated?: string;
}

/** Body of AssignSystems. */
export class SystemSelectionBody {
  @TextListField('Ids of all systems of the policy; empty removes all that you have access to', {
    example: ['1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44'],
    items: { type: 'string', format: 'uuid' },
    // Each once; what is no UUID can be no system's id.
    convert: (texts) => [...new Set(texts.map(parseUuid).filter((id) => id !== undefined))],
  })
  ids!: readonly string[];
}
