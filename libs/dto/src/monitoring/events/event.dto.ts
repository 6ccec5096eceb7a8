import { Dto, EnumField, IntField, StringField, TimeField } from '../../fields';

/** From the least to the most severe. */
export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

@Dto('event', 'An event')
export class EventRest {
  @IntField('Id of the event, in the order of submission')
  id!: number;
  @StringField('Message')
  detail!: string;
  @IntField('Id of the event source')
  sourceId!: number;
  @TimeField('When it happened')
  timestamp!: number;
  @EnumField('Severity of the event', { values: SEVERITIES, open: true })
  severity!: Severity;
}
