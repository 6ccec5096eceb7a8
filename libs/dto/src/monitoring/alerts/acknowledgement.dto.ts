import { ArrayField, BooleanField, Dto, IntField, StringField, TimeField } from '../../fields';

/** More than a page of any list. */
const MOST_CHOSEN = 1_000;

@Dto({ element: 'problem', description: 'The open alerts of a definition on a resource' })
export class AcknowledgedProblem {
  @IntField({ description: 'Id of the definition; of a template for the alerts of its children' })
  definitionId!: number;
  @IntField({ description: 'Id of the resource' })
  resourceId!: number;
}

@Dto({
  element: 'acknowledgement',
  description: 'Which of the alerts that the parameters leave are acknowledged, and why',
})
export class Acknowledgement {
  @StringField({ description: 'Shown with the alerts', maxLength: 1_000, optional: true })
  comment?: string;
  @BooleanField({ description: 'All that the parameters leave', optional: true })
  all?: boolean;
  @ArrayField({ description: 'Ids of alerts', of: 'integer', maxItems: MOST_CHOSEN, optional: true })
  alerts?: readonly number[];
  @ArrayField({
    description: 'Problems, as they are listed',
    of: () => AcknowledgedProblem,
    maxItems: MOST_CHOSEN,
    optional: true,
  })
  problems?: readonly AcknowledgedProblem[];
  @TimeField({ description: 'Only those that fired no later, e.g. than the list was read', optional: true })
  until?: number;
}

@Dto({ element: 'acknowledgementResult', description: 'How many alerts were acknowledged' })
export class AcknowledgementResult {
  @IntField({ description: 'Acknowledged by this request, at most 10,000' })
  acknowledged!: number;
  @IntField({ description: 'Left for another request' })
  remaining!: number;
}
