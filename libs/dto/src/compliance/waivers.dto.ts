import { parseUuid } from '@wardstone/pagination';
import { Field } from '../fields';
import { IsoTimeField, TextField, TextListField } from './body-fields';
import { RuleSeverity, RuleTitle } from './guides.dto';
import { queryField, scalarText } from './query-fields';

export const WAIVER_STATES = [
  'requested',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'planned',
  'overdue',
] as const;
export const WAIVER_DECISIONS = ['approved', 'rejected'] as const;

/** Results that a review may assign to a rule. */
export const REVIEW_RESULTS = ['pass', 'fail', 'notapplicable'] as const;
/** Results of a review, a plan to fix the finding, or a lower severity. */
export const WAIVER_RESULTS = [...REVIEW_RESULTS, 'planned', 'lowered'] as const;
/** Severities to which that of a rule can be lowered. */
export const LOWERED_SEVERITIES = ['medium', 'low', 'info'] as const;

const RESULT =
  'Result of a review, which decides a rule or overrules the scan, `planned`: the owner fixes the finding until then, without approval, or `lowered`: the rule counts with a lower severity';
const SEVERITY = 'Severity that the rule has instead of its own, if the result is `lowered`';
const OWNER = 'Who fixes the finding, if the result is `planned`';
const OWNER_EXAMPLE = { example: 'Platform team' };

const RULE = { example: 'xccdf_org.ssgproject.content_rule_file_groupowner_etc_shadow' };
const POLICY = { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' };
const GROUP = { example: 'b0a4f3c8-2d8e-4a55-8d0a-5a1f1f4b7c01' };
const TIME = { format: 'date-time', example: '2026-05-26T10:20:11.853Z' } as const;
const EXPIRES = 'When the exception or review expires, or the plan is due';

const MAX_SHOWN = 20;

export const LoweredSeverity = Field.Enum(
  'Severity to which a waiver in force lowers that of the rule; null without one',
  {
    example: null,
    nullable: true,
    values: LOWERED_SEVERITIES,
  },
);

export const LoweringWaiverId = Field.Uuid('The waiver that lowers the severity; null without one', {
  example: null,
  nullable: true,
});

class WaivedRule {
  @RuleTitle
  title!: string;

  @RuleSeverity
  severity!: string;

  @Field.Uuid('Id of the guide', { example: '3f8a1d5e-9b27-4c60-8e14-2d6c7a0b9f35' })
  security_guide_id!: string;
}

class WaivedSystem {
  @Field.Uuid('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  id!: string;

  @Field.String('Name of the system', { example: 'web-1.example.org' })
  display_name!: string;
}

class WaiverAttachment {
  @Field.String('Name of the file', { example: 'screenshot.png' })
  file_name!: string;

  @Field.Int('Size in bytes', { example: 48_213 })
  byte_count!: number;

  @Field.String('SHA-256 of the content', {
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  })
  sha256!: string;

  @Field.String('When it was attached', TIME)
  attached_at!: string;

  @Field.String('Login of the account that attached it', { example: 'ann' })
  attached_by!: string;
}

/**
 * A decision about a rule: an exception, a result assigned in review, a plan to fix it or a lower severity (rule compliance-40). Of
 * policy, group and systems, all that are given must match.
 */
export class WaiverRecord {
  @Field.Uuid('Id of the waiver', { example: '9d2f5b71-4c08-4e6a-b3d9-1a7e0c5f8b24' })
  id!: string;

  @Field.Enum('Always `waiver`', { example: 'waiver', values: ['waiver'] })
  type!: 'waiver';

  @Field.String('Identifier of the rule', RULE)
  rule_ref_id!: string;

  @Field.Uuid('Id of the policy that it is limited to; null: any policy', { ...POLICY, nullable: true })
  policy_id!: string | null;

  @Field.String('Id of the inventory group that it is limited to; null: any group', { ...GROUP, nullable: true })
  group_id!: string | null;

  @Field.Array('Ids of the systems that it is limited to; null: any system', {
    of: 'uuid',
    nullable: true,
    example: ['1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44'],
  })
  system_ids!: readonly string[] | null;

  @Field.Object('The rule as in the newest guide that contains it; null if no guide does', {
    nullable: true,
    of: () => WaivedRule,
  })
  rule!: WaivedRule | null;

  @Field.String('Title of the policy', { example: 'CIS for the web servers', nullable: true })
  policy_title!: string | null;

  @Field.String('Name of the inventory group', { example: 'web', nullable: true })
  group_name!: string | null;

  @Field.Array(`The first ${MAX_SHOWN} systems that you have access to, by name`, {
    of: () => WaivedSystem,
    maxItems: MAX_SHOWN,
  })
  systems!: readonly WaivedSystem[];

  @Field.String('Reason for the exception, review or plan', {
    example: 'The vendor needs the old cipher until release 9',
  })
  reason!: string;

  @Field.Enum('State; after `expires_at` an approved waiver is expired, a planned one overdue', {
    example: 'approved',
    values: WAIVER_STATES,
  })
  state!: (typeof WAIVER_STATES)[number];

  @Field.String(EXPIRES, TIME)
  expires_at!: string;

  @Field.Boolean('Whether it counts now and expires within 14 days', { example: false })
  expires_soon!: boolean;

  @Field.String('Time of the request', TIME)
  requested_at!: string;

  @Field.String('Login of the requester', { example: 'ann' })
  requested_by!: string;

  @Field.Boolean('Whether another person than you has to approve it, see `WAIVER_APPROVER`', { example: false })
  needs_other_approver!: boolean;

  @Field.String('When it was approved or rejected', { ...TIME, nullable: true })
  decided_at!: string | null;

  @Field.String('Login of the account that approved or rejected it', { example: 'bob', nullable: true })
  decided_by!: string | null;

  @Field.String('When it was withdrawn', { ...TIME, nullable: true })
  withdrawn_at!: string | null;

  @Field.String('Login of the account that withdrew it', { example: 'ann', nullable: true })
  withdrawn_by!: string | null;

  @Field.Enum(`${RESULT}; null: an exception, which makes a failed rule count as passed`, {
    example: null,
    nullable: true,
    values: WAIVER_RESULTS,
  })
  result!: (typeof WAIVER_RESULTS)[number] | null;

  @Field.String(OWNER, { ...OWNER_EXAMPLE, nullable: true })
  owner!: string | null;

  @Field.Object('The attached file; null if there is none', { nullable: true, of: () => WaiverAttachment })
  attachment!: WaiverAttachment | null;

  @Field.Enum(SEVERITY, { example: null, nullable: true, values: LOWERED_SEVERITIES })
  severity!: (typeof LOWERED_SEVERITIES)[number] | null;
}

/** How a file is attached to a waiver. */
export class WaiverAttachmentQuery {
  @queryField<string>(
    'Name of the file, without folders, at most 255 characters',
    { type: { kind: 'string' }, schema: { type: 'string' }, read: (entries) => scalarText(entries) ?? '' },
    { example: 'screenshot.png' },
  )
  file_name?: string;
}

/** Body of RequestWaiver; at least one of policy, group and systems. */
export class WaiverBody {
  @TextField('Identifier of the rule', RULE)
  rule_ref_id!: string;

  @Field.Uuid('Id of the policy that it is for', { ...POLICY, optional: true })
  policy_id?: string;

  @TextField('Id of the inventory group that it is for', { ...GROUP, optional: true })
  group_id?: string;

  @TextListField('Ids of the systems that it is for, 1,000 at most', {
    optional: true,
    example: ['1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44'],
    items: { type: 'string', format: 'uuid' },
    // An invalid UUID is kept, so that it is refused as an unknown system.
    convert: (texts) => [...new Set(texts.map((text) => parseUuid(text) ?? text))],
  })
  system_ids?: readonly string[];

  @TextField('Reason for the exception, review or plan', {
    example: 'The vendor needs the old cipher until release 9',
    documented: { minLength: 1, maxLength: 2000 },
  })
  reason!: string;

  @IsoTimeField(`${EXPIRES}, within two years`, { example: '2026-11-26T00:00:00.000Z' })
  expires_at!: string;

  @Field.Enum(`${RESULT}; an exception when absent`, { example: 'planned', optional: true, values: WAIVER_RESULTS })
  result?: (typeof WAIVER_RESULTS)[number];

  @TextField(OWNER, { ...OWNER_EXAMPLE, optional: true, documented: { minLength: 1, maxLength: 255 } })
  owner?: string;

  @Field.Enum(`${SEVERITY}; lower than that`, { example: 'low', optional: true, values: LOWERED_SEVERITIES })
  severity?: (typeof LOWERED_SEVERITIES)[number];
}

/** Body of DecideWaiver. */
export class WaiverDecisionBody {
  @Field.Enum('Decision', { example: 'approved', values: WAIVER_DECISIONS })
  decision!: (typeof WAIVER_DECISIONS)[number];
}
