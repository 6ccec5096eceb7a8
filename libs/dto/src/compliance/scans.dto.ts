import { parseUuid } from '@wardstone/pagination';
import { Field } from '../fields';
import { TextField, TextListField, WholeNumberField } from './body-fields';

export const OPEN_SCAN_STATES = ['queued', 'offered', 'running'] as const;
export const ENDED_SCAN_STATES = ['uploaded', 'failed', 'cancelled', 'not_scanned'] as const;
export const SCAN_STATES = [...OPEN_SCAN_STATES, ...ENDED_SCAN_STATES] as const;
export type ScanState = (typeof SCAN_STATES)[number];

const POLICY = { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' };
const SYSTEM = { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' };
const TIME = { format: 'date-time', example: '2026-05-26T10:20:11.853Z' } as const;

/** A scan by an agent (rule compliance-36). */
export class ScanRecord {
  @Field.Uuid('Id of the scan', { example: '5f1d6c7e-2b0a-4c83-9e5f-7a3b1d9c0e42' })
  id!: string;

  @Field.Enum('Always `scan`', { example: 'scan', values: ['scan'] })
  type!: 'scan';

  @Field.Uuid('Id of the policy', POLICY)
  policy_id!: string;

  @Field.Uuid('Id of the system', SYSTEM)
  system_id!: string;

  @Field.String('Name of the system', { example: 'web-1.example.org' })
  display_name!: string;

  @Field.Enum(
    '`queued`: the agent has not fetched it; `offered`: fetched, not started; `running`; ended: `uploaded`, `failed`, `cancelled`, or ' +
      '`not_scanned`, when it could not begin',
    { example: 'not_scanned', values: SCAN_STATES },
  )
  state!: ScanState;

  @Field.String('Why there is no result', { example: 'there is no oscap on the host', nullable: true })
  reason!: string | null;

  @Field.Int('Number of rules that the scanner has evaluated so far', { example: 0, min: 0 })
  evaluated_rule_count!: number;

  @Field.String('Login of the requester; null for the schedule of the policy', { example: 'ann', nullable: true })
  asked_by!: string | null;

  @Field.String('When it was requested, or became due by the schedule', TIME)
  created_at!: string;

  @Field.String('When the scanner was started', { ...TIME, nullable: true })
  started_at!: string | null;

  @Field.String('When it ended', { ...TIME, nullable: true })
  ended_at!: string | null;

  @Field.Uuid('Id of the uploaded result', {
    nullable: true,
    example: 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26',
  })
  test_result_id!: string | null;
}

/** Body of RequestScans. */
export class ScanRequestBody {
  @TextListField('Ids of systems of the policy; all that you have access to when absent', {
    optional: true,
    example: ['1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44'],
    items: { type: 'string', format: 'uuid' },
    convert: (texts) => [...new Set(texts.map(parseUuid).filter((id) => id !== undefined))],
  })
  system_ids?: readonly string[];
}

/** Result of RequestScans. */
export class ScanRequestRecord {
  @Field.Uuid('Id of the policy', POLICY)
  policy_id!: string;

  @Field.Enum('Always `scan_request`', { example: 'scan_request', values: ['scan_request'] })
  type!: 'scan_request';

  @Field.Int('Number of scans that wait for their agents now', { example: 12, min: 0 })
  queued!: number;

  @Field.Int('Number of systems whose scan was waiting or running already', { example: 1, min: 0 })
  under_way!: number;

  @Field.Int('Number of systems that cannot be scanned; their scans say why', { example: 2, min: 0 })
  not_scanned!: number;
}

export const CRON = 'Minute, hour, day of month, month and day of week; the minute is a single number';
export const ZONE = 'Time zone of `cron`, an IANA name';

/** When the systems of a policy are scanned: by `interval_hours` or by `cron`. */
export class ScanScheduleRecord {
  @Field.Uuid('Id of the policy', POLICY)
  policy_id!: string;

  @Field.Enum('Always `scan_schedule`', { example: 'scan_schedule', values: ['scan_schedule'] })
  type!: 'scan_schedule';

  @Field.Int('Hours between two scans of a system', { example: null, nullable: true, min: 1, max: 8_760 })
  interval_hours!: number | null;

  @Field.String(CRON, { example: '30 2 * * 1-5', nullable: true })
  cron!: string | null;

  @Field.String(ZONE, { example: 'Europe/Berlin', nullable: true })
  time_zone!: string | null;

  @Field.Int('Minutes after each time of `cron` over which the systems are spread', {
    example: 60,
    nullable: true,
    min: 0,
    max: 1_440,
  })
  spread_minutes!: number | null;

  @Field.String(
    'When the next scan comes due: of a policy, the first one of the systems that agents report and you have access to; of a ' +
      'system, its own, which lies in the past while its agent is away',
    { ...TIME, nullable: true },
  )
  next_scan_at!: string | null;

  @Field.String('When it was set', TIME)
  updated_at!: string;
}

/** Body of PutScanSchedule. */
export class ScanScheduleBody {
  @WholeNumberField('Hours between two scans of a system; the systems are spread over them. Instead of `cron`', {
    optional: true,
    nullable: true,
    example: null,
    documented: { minimum: 1, maximum: 8_760 },
  })
  interval_hours?: number | null;

  @TextField(CRON, { optional: true, nullable: true, example: '30 2 * * 1-5', documented: { maxLength: 100 } })
  cron?: string | null;

  @TextField(`${ZONE}; \`UTC\` when absent`, { optional: true, nullable: true, example: 'Europe/Berlin' })
  time_zone?: string | null;

  @WholeNumberField('Minutes after each time of `cron` over which the systems are spread; 60 when absent', {
    optional: true,
    nullable: true,
    example: 60,
    documented: { minimum: 0, maximum: 1_440 },
  })
  spread_minutes?: number | null;
}

/** When the policies of a system scan it. */
export class SystemScanSchedulesRecord {
  @Field.Enum('Always `system_scan_schedules`', { example: 'system_scan_schedules', values: ['system_scan_schedules'] })
  type!: 'system_scan_schedules';

  @Field.Uuid('Id of the system', SYSTEM)
  system_id!: string;

  @Field.Array('Schedules of its policies, with the next scan of this system', { of: () => ScanScheduleRecord })
  schedules!: readonly ScanScheduleRecord[];
}

/** A scan as returned to its agent. */
export class AgentScanRecord {
  @Field.Uuid('Id of the scan', { example: '5f1d6c7e-2b0a-4c83-9e5f-7a3b1d9c0e42' })
  id!: string;

  @Field.Enum('Always `agent_scan`', { example: 'agent_scan', values: ['agent_scan'] })
  type!: 'agent_scan';

  @Field.Uuid('Id of the system that takes the result', SYSTEM)
  system_id!: string;

  @Field.String('Identifier of the profile to scan: that of the tailoring file if there is one', {
    example: 'xccdf_org.ssgproject.content_profile_cis',
  })
  profile_ref_id!: string;

  @Field.String('SHA-256 of the document of the guide, decoded', { example: 'a'.repeat(64) })
  guide_sha256!: string;

  @Field.String('SHA-256 of the tailoring file; null when there is none', { example: null, nullable: true })
  tailoring_sha256!: string | null;
}

/** The open scans of a host. */
export class AgentScansRecord {
  @Field.Enum('Always `agent_scans`', { example: 'agent_scans', values: ['agent_scans'] })
  type!: 'agent_scans';

  @Field.Array('Scans to run, oldest first; stop a scan that is no longer listed', {
    of: () => AgentScanRecord,
  })
  scans!: readonly AgentScanRecord[];

  @Field.Array('SHA-256 of guides on the host that it has to send (SendAgentGuide)', { of: 'string', example: [] })
  wanted_guides!: readonly string[];
}

/** Body of ReportScan. */
export class ScanReportBody {
  @Field.Enum('Outcome of the scan', {
    example: 'running',
    values: ['running', 'uploaded', 'failed', 'not_scanned'],
  })
  state!: 'running' | 'uploaded' | 'failed' | 'not_scanned';

  @TextField('Why there is no result', { optional: true, example: 'there is no oscap on the host' })
  reason?: string;

  @WholeNumberField('Number of rules that the scanner has evaluated so far', {
    optional: true,
    min: 0,
    max: 100_000,
    example: 120,
  })
  evaluated_rule_count?: number;

  @Field.Uuid('The result that was uploaded', { optional: true, example: 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26' })
  test_result_id?: string;
}
