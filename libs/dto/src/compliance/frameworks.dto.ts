import { Field } from '../fields';
import { TextField, TextListField } from './body-fields';
import { FilterQuery, ListQuery } from './list-query.dto';
import { GroupParameter } from './query-fields';

const REF_ID = { example: 'nist-800-53' };
const TITLE = { example: 'NIST SP 800-53' };
const ADDRESSES = "Prefixes of its references' addresses, without scheme and `www.`";
const PREFIXES = ['nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53'];

/** A framework whose controls the references of rules name (rule compliance-44). */
export class FrameworkRecord {
  @Field.Uuid('Id of the framework', { example: 'b7a1f0c3-52d9-4e8a-9c16-3f0d5b7e2a84' })
  id!: string;

  @Field.String('Short name, which begins the names of controls: `nist-800-53:AC-6`', REF_ID)
  ref_id!: string;

  @Field.String('Title of the framework', TITLE)
  title!: string;

  @Field.Array(ADDRESSES, { of: 'string', example: PREFIXES })
  addresses!: readonly string[];

  @Field.Enum('Always `framework`', { example: 'framework', values: ['framework'] })
  type!: 'framework';
}

/** Body of PutFramework. */
export class FrameworkBody {
  @TextField('Title of the framework', { ...TITLE, documented: { minLength: 1, maxLength: 200 } })
  title!: string;

  @TextListField(`${ADDRESSES}; the longest match counts`, {
    example: PREFIXES,
    documented: { minItems: 1, maxItems: 50 },
    convert: (texts) => [...new Set(texts.map((text) => text.trim().replace(/^https?:\/\/(?:www\.)?/, '')))],
  })
  addresses!: readonly string[];
}

const OF_GROUP = 'Id of an inventory group: the results of its systems, with the rules of their policies';

/** Query of a list of controls by state, or of their frameworks. */
export class ControlsQuery extends ListQuery {
  @GroupParameter(OF_GROUP)
  group_id?: string;
}

/** Query of a file of controls by state. */
export class ControlFileQuery extends FilterQuery {
  @GroupParameter(OF_GROUP)
  group_id?: string;
}

/** The controls of a rule, of one framework. */
export class RuleControls {
  @Field.String('Short name of the framework', REF_ID)
  framework!: string;

  @Field.String('Title of the framework', TITLE)
  title!: string;

  @Field.Array('Controls of the framework that the rule belongs to, sorted by number', {
    of: 'string',
    example: ['AC-6(1)', 'CM-6(a)'],
  })
  names!: readonly string[];
}

export const CONTROL_STATES = ['failed', 'passed', 'partly_checked', 'not_checked', 'not_applicable'] as const;
export type ControlState = (typeof CONTROL_STATES)[number];

/** State of a control by the newest results (rule compliance-45). */
export class ControlRecord {
  @Field.Uuid('Id of the control', { example: 'c2f6b0a4-7d19-4a53-8e2b-6b1f9d3e5a70' })
  id!: string;

  @Field.String('Short name of the framework', REF_ID)
  framework!: string;

  @Field.String('Title of the framework', TITLE)
  framework_title!: string;

  @Field.String('Name of the control', { example: 'AC-6(1)' })
  name!: string;

  @Field.Enum(
    '`failed`: a rule failed on a system; otherwise `passed`: all of its rules that apply passed; `partly_checked`: some did, ' +
      'and no scan decided others; `not_checked`: no scan decided any; `not_applicable`: none applies to any system',
    { example: 'failed', values: CONTROL_STATES },
  )
  state!: ControlState;

  @Field.Int('Number of rules that name the control', { example: 12, min: 0 })
  rule_count!: number;

  @Field.Int('Number of these rules that failed on a system', { example: 2, min: 0 })
  failed_rule_count!: number;

  @Field.Int('Number of these rules that passed, and failed on no system', { example: 8, min: 0 })
  passed_rule_count!: number;

  @Field.Int('Number of these rules that no scan decided', { example: 2, min: 0 })
  not_checked_rule_count!: number;

  @Field.Int('Number of these rules that apply to no scanned system', { example: 0, min: 0 })
  not_applicable_rule_count!: number;

  @Field.Enum('Always `control`', { example: 'control', values: ['control'] })
  type!: 'control';

  @Field.Enum('`state`, counting rules as passed that have an exception on every system they failed on', {
    example: 'partly_checked',
    values: CONTROL_STATES,
  })
  state_with_exceptions!: ControlState;

  @Field.Int('Number of rules that count as passed only because of exceptions', { example: 2, min: 0 })
  excepted_rule_count!: number;
}

/** Controls of a framework by state (rule compliance-45). */
export class FrameworkStateRecord {
  @Field.Uuid('Id of the framework', { example: 'b7a1f0c3-52d9-4e8a-9c16-3f0d5b7e2a84' })
  id!: string;

  @Field.String('Its short name', REF_ID)
  ref_id!: string;

  @Field.String('Title of the framework', TITLE)
  title!: string;

  @Field.Int('Number of controls that rules name', { example: 120, min: 0 })
  control_count!: number;

  @Field.Int('Number of controls with a failed rule', { example: 30, min: 0 })
  failed_control_count!: number;

  @Field.Int('Number of controls whose applicable rules all passed', { example: 60, min: 0 })
  passed_control_count!: number;

  @Field.Int('Number of controls without a failed rule that are only partly checked', { example: 20, min: 0 })
  partly_checked_control_count!: number;

  @Field.Int('Number of controls without a rule decided by a scan', { example: 10, min: 0 })
  not_checked_control_count!: number;

  @Field.Int('Number of controls whose rules apply to no scanned system', { example: 0, min: 0 })
  not_applicable_control_count!: number;

  @Field.Enum('Always `framework_state`', { example: 'framework_state', values: ['framework_state'] })
  type!: 'framework_state';

  @Field.Int('Number of controls that are failed with exceptions taken into account', { example: 28, min: 0 })
  failed_with_exceptions_control_count!: number;
}
