import { Dto, EnumField, IntField, StringField, TimeField } from '../../fields';

/** From the least to the most severe. */
export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

@Dto({ element: 'event', description: 'Something that happened' })
export class EventRest {
  @IntField({ description: 'Id of the event, in the order of submission' })
  id!: number;
  @StringField({ description: 'Message' })
  detail!: string;
  @IntField({ description: 'Source of the event' })
  sourceId!: number;
  @TimeField({ description: 'When it happened' })
  timestamp!: number;
  @EnumField({ description: 'How grave it is', values: SEVERITIES, open: true })
  severity!: Severity;
}
