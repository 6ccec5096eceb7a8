import { Dto, EnumField, IntField, StringField, TimeField } from '../../fields';

/** From the least to the most severe. */
export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

@Dto({ element: 'event', description: 'An event' })
export class EventRest {
  @IntField({ description: 'Id of the event, in the order of submission' })
  id!: number;
  @StringField({ description: 'Message' })
  detail!: string;
  @IntField({ description: 'Id of the event source' })
  sourceId!: number;
  @TimeField({ description: 'When it happened' })
  timestamp!: number;
  @EnumField({ description: 'Severity of the event', values: SEVERITIES, open: true })
  severity!: Severity;
}
