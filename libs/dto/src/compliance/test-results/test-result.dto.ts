import {
  ArrayField,
  BooleanField,
  EnumField,
  IntField,
  NumberField,
  StringField,
  UuidField,
} from '../../fields/fields';
import { SystemGroupRecord, SystemTagRecord } from '../systems/system.dto';

const VERDICTS = ['compliant', 'not_compliant', 'not_applicable', 'unsupported'] as const;

/** The result of the latest scan of a system; keys in the order of rule compliance-20. */
export class TestResultRecord {
  @UuidField('Id of the test result', { example: 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26' })
  id!: string;

  @StringField('When the scan ended', { example: '2026-05-26T10:20:11.853Z', format: 'date-time' })
  end_time!: string;

  @IntField('Rules with the result `fail`, `error`, `unknown` or `fixed`', { example: 12, min: 0 })
  failed_rule_count!: number;

  @BooleanField("Whether the scanned profile supported the system's minor version at the time", { example: true })
  supported!: boolean;

  @NumberField(
    'Score from 0 to 100 as the scanner computed it, which weighs rules by their groups: no share of rules. null if it ' +
      'computed none',
    { example: 87.5, nullable: true },
  )
  score!: number | null;

  @EnumField('Always `test_result`', { example: 'test_result', values: ['test_result'] })
  type!: 'test_result';

  @StringField('Name of the system', { example: 'web-1.example.org' })
  display_name!: string;

  @ArrayField('Inventory groups the system is in', { of: () => SystemGroupRecord })
  groups!: readonly SystemGroupRecord[];

  @ArrayField('Tags of the system', { of: () => SystemTagRecord })
  tags!: readonly SystemTagRecord[];

  @IntField('Major version of the operating system', { example: 9 })
  os_major_version!: number;

  @IntField('Minor version of the operating system', { example: 4 })
  os_minor_version!: number;

  @BooleanField('Whether the score reaches the threshold of the policy, whatever else; see `verdict`', {
    example: false,
  })
  compliant!: boolean;

  @UuidField('Id of the system', { example: '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44' })
  system_id!: string;

  @StringField('Version of the security guide of the tailoring', { example: '0.1.65' })
  security_guide_version!: string;

  @EnumField(
    '`unsupported`: see `supported`; `not_applicable`: no rule was judged, since none applies to the system; otherwise by ' +
      'score and threshold',
    { example: 'not_compliant', values: VERDICTS },
  )
  verdict!: (typeof VERDICTS)[number];

  @IntField('Rules with the result `pass`', { example: 44, min: 0 })
  passed_rule_count!: number;

  @IntField('Rules that do not apply to the system, which are not listed; null for results of older versions', {
    example: 311,
    min: 0,
    nullable: true,
  })
  not_applicable_rule_count!: number | null;
}
