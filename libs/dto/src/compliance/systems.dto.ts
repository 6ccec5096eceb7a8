import { parseUuid } from '@wardstone/pagination';
import { field } from '../fields/registry';
import { Field } from '../fields';
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

/** Format of a login's subject, without control characters, which no text column or log line can hold. */
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

/** The login that owns a system. */
export class SystemOwnerRecord {
  @Field.Uuid('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  system_id!: string;

  @Field.String(DESCRIPTION, SUBJECT)
  subject!: string | null;

  @Field.Enum('Always `system_owner`', { example: 'system_owner', values: ['system_owner'] })
  type!: 'system_owner';
}

export class SystemGroupRecord {
  @Field.String('Id of the inventory group', { example: 'b0a4f3c8-2d8e-4a55-8d0a-5a1f1f4b7c01' })
  id!: string;

  @Field.String('Name of the inventory group', { example: 'web' })
  name!: string;
}

export class SystemTagRecord {
  @Field.String('Login of the account that set the tag', { example: 'ops', nullable: true })
  namespace!: string | null;

  @Field.String('Name of the tag', { example: 'stage' })
  key!: string;

  @Field.String('Value of the tag', { example: 'production', nullable: true })
  value!: string | null;
}

export class SystemPolicyRecord {
  @Field.Uuid('Id of the policy', { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  id!: string;

  @Field.String('Title of the policy', { example: 'CIS for the web servers' })
  title!: string;
}

const TIME = { format: 'date-time', nullable: true, example: '2026-05-27T15:20:11.853Z' } as const;

/** A system in responses (rule compliance-19); keys in that order. */
export class SystemRecord {
  @Field.Uuid('Id assigned by the inventory', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  id!: string;

  @Field.String('Display name', { example: 'web-1.example.org' })
  display_name!: string;

  @Field.Array('Inventory groups the system is in', { of: () => SystemGroupRecord })
  groups!: readonly SystemGroupRecord[];

  @Field.String('When the system is removed: 14 days after going stale', { ...TIME })
  culled_timestamp!: string | null;

  @Field.String('8 days after `stale_timestamp`; `last_seen` has the last contact', { ...TIME })
  last_check_in!: string | null;

  @Field.String('When the last report or result of the system arrived', {
    example: '2026-05-26T10:20:12.417Z',
    format: 'date-time',
  })
  last_seen!: string;

  @Field.String('When the system becomes stale', { ...TIME })
  stale_timestamp!: string | null;

  @Field.String('7 days after `stale_timestamp`', { ...TIME })
  stale_warning_timestamp!: string | null;

  @Field.String('Time of the last accepted report', { example: '2026-05-26T10:20:11.853Z', format: 'date-time' })
  updated!: string;

  @Field.Uuid('Id assigned by the insights client', { example: null, nullable: true })
  insights_id!: string | null;

  @Field.Array('Tags of the system', { of: () => SystemTagRecord })
  tags!: readonly SystemTagRecord[];

  @Field.Enum('Always `system`', { example: 'system', values: ['system'] })
  type!: 'system';

  @Field.Int('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @Field.Int('Minor version of the operating system', { example: 4 })
  os_minor_version!: number;

  @Field.Array('Policies the system is assigned to, by title; absent in responses below a policy', {
    optional: true,
    of: () => SystemPolicyRecord,
  })
  policies?: readonly SystemPolicyRecord[];

  @Field.String('Name of the agent whose host this is; absent for systems that no agent reports as its host', {
    optional: true,
    example: 'web-1',
  })
  agent?: string;

  @Field.Int(
    'Id of this machine as a resource of monitoring (`/rest/resource/{id}`); absent until monitoring knows the machine',
    {
      optional: true,
      example: 10076,
    },
  )
  platform_id?: number;
}

const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';

/** Checked like the rules of the record, which refuse larger values. */
const VERSION = { optional: true, documented: { required: true, minimum: 0, maximum: 99_999 } };

/** Body of PUT and POST /systems (rule compliance-31); keys in the order of checking. */
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

  @Field.Uuid('Id assigned by the insights client', { example: null, optional: true, nullable: true })
  insights_id?: string | null;

  @Field.Uuid('Common name of the client certificate of the host', { example: null, optional: true, nullable: true })
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
    // Without duplicates and invalid UUIDs, which cannot be the id of a system.
    convert: (texts) => [...new Set(texts.map(parseUuid).filter((id) => id !== undefined))],
  })
  ids!: readonly string[];
}
