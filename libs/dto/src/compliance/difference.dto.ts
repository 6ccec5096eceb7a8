import { UuidParameter } from './query-fields';
import { Field } from '../fields';
import { RuleRefId, RuleSeverity, RuleTitle } from './guides.dto';

export class DifferenceQuery {
  @UuidParameter('Id of the other result of the system; by default, the previous one', {
    example: 'c4b8e1d7-3a5f-4e92-8b60-7d2f9c1a4e53',
  })
  against?: string;
}

class DifferentRule {
  @RuleRefId
  ref_id!: string;

  @RuleTitle
  title!: string;

  @RuleSeverity
  severity!: string;

  @Field.Enum('Outcome in the later of the two results that judged it', { example: 'fail', values: ['pass', 'fail'] })
  result!: 'pass' | 'fail';
}

const Rules = (description: string): PropertyDecorator => Field.Array(description, { of: () => DifferentRule });

/** Rules whose outcomes differ between two results of a system, by severity. */
export class ResultDifferenceRecord {
  @Field.Uuid('Id of the test result', { example: 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26' })
  id!: string;

  @Field.Uuid('Id of the result it is compared with; null when there is none before', {
    example: 'c4b8e1d7-3a5f-4e92-8b60-7d2f9c1a4e53',
    nullable: true,
  })
  against!: string | null;

  @Rules('Rules that passed in the other result and failed in this one')
  newly_failed!: readonly DifferentRule[];

  @Rules('Rules that failed in the other result and passed in this one')
  fixed!: readonly DifferentRule[];

  @Rules('Rules judged in this result that the guide of the other one does not have')
  new_in_guide!: readonly DifferentRule[];

  @Rules('Rules judged in the other result that the guide of this one does not have')
  gone_from_guide!: readonly DifferentRule[];

  @Rules('Rules of both guides that only this result judged')
  newly_judged!: readonly DifferentRule[];

  @Rules('Rules of both guides that only the other result judged')
  no_longer_judged!: readonly DifferentRule[];

  @Field.Enum('Always `result_difference`', { example: 'result_difference', values: ['result_difference'] })
  type!: 'result_difference';
}
