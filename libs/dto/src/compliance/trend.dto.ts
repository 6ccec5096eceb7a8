import { Field } from '../fields';
import { VERDICTS, type Verdict } from './verdict';

const DAY = { example: '2026-05-26', format: 'date' } as const;
const MAX_POINTS = 732;

class ReportPoint {
  @Field.String('The day, in UTC', DAY)
  day!: string;

  @Field.Int('Number of systems with a result', { example: 12, min: 0 })
  reported!: number;

  @Field.Int('Number of these systems with a supported result whose score reaches the threshold', {
    example: 9,
    min: 0,
  })
  compliant!: number;

  @Field.Int('Number of these systems whose minor version was not supported', { example: 0, min: 0 })
  unsupported!: number;

  @Field.Int('Number of these systems with a supported result without an evaluated rule', { example: 1, min: 0 })
  not_applicable!: number;

  @Field.Number('Mean score of the others; null without any', { example: 87.5, nullable: true })
  score!: number | null;

  @Field.Int(
    'Number of systems whose result was older than the policy allows at the end of the day; null if it was not recorded',
    {
      example: 2,
      min: 0,
      nullable: true,
    },
  )
  stale!: number | null;

  @Field.Int(
    'Number of systems that are compliant with the exceptions of that day; null if it was not recorded, or if you can access only some groups',
    {
      example: 10,
      min: 0,
      nullable: true,
    },
  )
  compliant_with_exceptions!: number | null;

  @Field.Number('Mean score with the exceptions of the day; null like the number of systems', {
    example: 91.2,
    nullable: true,
  })
  score_with_exceptions!: number | null;

  @Field.Int('Number of the compliant systems whose result was stale; null if it was not recorded', {
    example: 1,
    min: 0,
    nullable: true,
  })
  stale_compliant!: number | null;

  @Field.Int('Number of systems compliant with exceptions whose result was stale; null like their number', {
    example: 1,
    min: 0,
    nullable: true,
  })
  stale_compliant_with_exceptions!: number | null;
}

/** Results of a report at the end of each day; those of today are current. */
export class ReportTrendRecord {
  @Field.Uuid('Id of the report', { example: '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10' })
  report_id!: string;

  @Field.Array('One for each day since the first result', { of: () => ReportPoint, maxItems: MAX_POINTS })
  points!: readonly ReportPoint[];

  @Field.Enum('Always `report_trend`', { example: 'report_trend', values: ['report_trend'] })
  type!: 'report_trend';
}

class SystemPoint {
  @Field.String('The day on which the scan ended, in UTC', DAY)
  day!: string;

  @Field.Enum('Verdict of the last scan of the day, by the threshold of that day', {
    example: 'not_compliant',
    values: VERDICTS,
  })
  verdict!: Verdict;

  @Field.Number('Score of that scan', { example: 87.5, nullable: true })
  score!: number | null;

  @Field.Enum('Verdict with the exceptions in force when it was stored; null if it was not recorded', {
    example: 'compliant',
    nullable: true,
    values: VERDICTS,
  })
  verdict_with_exceptions!: Verdict | null;

  @Field.Number('Score with these exceptions; null without a score, or if it was not recorded', {
    example: 91.2,
    nullable: true,
  })
  score_with_exceptions!: number | null;

  @Field.Int('Number of rules that failed in that scan', { example: 12, min: 0 })
  failed_rule_count!: number;

  @Field.Int('Number of rules that passed in that scan', { example: 44, min: 0 })
  passed_rule_count!: number;
}

/** Results of a system by day. */
export class SystemTrendRecord {
  @Field.Uuid('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  system_id!: string;

  @Field.Array('One for each day with a scan', { of: () => SystemPoint, maxItems: MAX_POINTS })
  points!: readonly SystemPoint[];

  @Field.Enum('Always `system_trend`', { example: 'system_trend', values: ['system_trend'] })
  type!: 'system_trend';
}

class SystemState {
  @Field.Enum('Verdict', { example: 'compliant', values: VERDICTS })
  verdict!: Verdict;

  @Field.Number('Score', { example: 97.5, nullable: true })
  score!: number | null;
}

/** A system whose verdict or score differs between two days. */
export class SystemChangeRecord {
  @Field.Uuid('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  id!: string;

  @Field.String('Name of the system', { example: 'web-1.example.org' })
  display_name!: string;

  @Field.Object('State at the end of the first day; null without a result until then', {
    nullable: true,
    of: () => SystemState,
  })
  before!: SystemState | null;

  @Field.Object('State at the end of the last day', { nullable: true, of: () => SystemState })
  after!: SystemState | null;

  @Field.Enum('Always `system_change`', { example: 'system_change', values: ['system_change'] })
  type!: 'system_change';
}
