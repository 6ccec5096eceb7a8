import { ArrayField, BooleanField, Dto, IntField, StringField, TimeField } from '../../fields';

/** More than a page of any list. */
const MOST_CHOSEN = 1_000;

@Dto('problem', 'The open alerts of a definition on a resource')
export class AcknowledgedProblem {
  @IntField('Id of the definition; of a template for the alerts of its children')
  definitionId!: number;
  @IntField('Id of the resource')
  resourceId!: number;
}

@Dto('acknowledgement', 'Which of the alerts that the parameters leave are acknowledged, and why')
export class Acknowledgement {
  @StringField('Shown with the alerts', { maxLength: 1_000, optional: true })
  comment?: string;
  @BooleanField('All that the parameters leave', { optional: true })
  all?: boolean;
  @ArrayField('Ids of alerts', { of: 'integer', maxItems: MOST_CHOSEN, optional: true })
  alerts?: readonly number[];
  @ArrayField('Problems, as they are listed', { of: () => AcknowledgedProblem, maxItems: MOST_CHOSEN, optional: true })
  problems?: readonly AcknowledgedProblem[];
  @TimeField('Only those that fired no later, e.g. than the list was read', { optional: true })
  until?: number;
}

@Dto('acknowledgementResult', 'How many alerts were acknowledged')
export class AcknowledgementResult {
  @IntField('Acknowledged by this request, at most 10,000')
  acknowledged!: number;
  @IntField('Left for another request')
  remaining!: number;
}
