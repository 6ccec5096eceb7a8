import { ArrayField, Dto, IntField, StringField, TimeField } from '../../fields';

@Dto({ element: 'match', description: 'A condition that would have held' })
export class DryRunMatch {
  @IntField({ description: 'Number of the condition in the definition, from 1' })
  condition!: number;
  @StringField({ description: 'What it asks for' })
  description!: string;
  @StringField({ description: 'The value that would have made it hold' })
  value!: string;
  @StringField({ description: 'The same in the unit of the metric, for people' })
  valueText!: string;
  @TimeField({ description: 'Time of that value' })
  dataTime!: number;
}

@Dto({ element: 'alert', description: 'An alert that would have fired' })
export class DryRunAlert {
  @TimeField({ description: 'When' })
  time!: number;
  @StringField({ description: 'Why' })
  summary!: string;
  @ArrayField({ description: 'The conditions that would have held', of: () => DryRunMatch })
  matches!: readonly DryRunMatch[];
}

@Dto({ element: 'dryRun', description: 'What a definition would have made of what has happened' })
export class DryRun {
  @IntField({ description: 'The resource' })
  resourceId!: number;
  @TimeField({ description: 'First moment of the time looked at' })
  startTime!: number;
  @TimeField({ description: 'End of the time looked at, exclusive' })
  endTime!: number;
  @IntField({ description: 'Facts that were offered to the conditions' })
  facts!: number;
  @IntField({ description: 'Alerts that would have fired' })
  alertCount!: number;
  @ArrayField({ description: 'The first thousand of them, the oldest first', of: () => DryRunAlert })
  alerts!: readonly DryRunAlert[];
  @ArrayField({
    description: 'What may make it differ from what would have happened live, and what is odd about the definition',
    of: 'string',
  })
  notes!: readonly string[];
}
