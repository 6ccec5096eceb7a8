import { ArrayField, Dto, IntField, ObjectField, StringField, TimeField } from '../../fields';

@Dto({ element: 'match', description: 'A condition that would have held' })
export class DryRunMatch {
  @IntField({ description: 'Position of the condition in the definition, from 1' })
  condition!: number;
  @StringField({ description: 'Condition in words' })
  description!: string;
  @StringField({ description: 'The value that would have met the condition' })
  value!: string;
  @StringField({ description: 'The value as text, with the unit of the metric' })
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

@Dto({ element: 'resource', description: 'A resource on which the definition would have fired' })
export class DryRunResource {
  @IntField({ description: 'The resource' })
  resourceId!: number;
  @StringField({ description: 'Its name' })
  resourceName!: string;
  @StringField({ description: 'Name of its host' })
  hostName!: string;
  @IntField({ description: 'Number of alerts that would have fired' })
  alertCount!: number;
}

@Dto({ element: 'scope', description: 'The group or type that the definition would be for' })
export class DryRunScope {
  @IntField({ description: 'Number of resources in inventory that the caller sees' })
  total!: number;
  @IntField({ description: 'Number of those that were evaluated: as many as the time allowed' })
  evaluated!: number;
  @IntField({ description: 'Number of those on which it would have fired' })
  firedCount!: number;
  @ArrayField({ description: 'The first twenty of these, most alerts first', of: () => DryRunResource })
  fired!: readonly DryRunResource[];
}

@Dto({ element: 'dryRun', description: 'Result of evaluating a definition over stored data' })
export class DryRun {
  @IntField({ description: 'The resource' })
  resourceId!: number;
  @TimeField({ description: 'Start of the window' })
  startTime!: number;
  @TimeField({ description: 'End of the window, exclusive' })
  endTime!: number;
  @IntField({ description: 'Number of facts evaluated' })
  facts!: number;
  @IntField({ description: 'Number of alerts that would have fired' })
  alertCount!: number;
  @ArrayField({ description: 'The first thousand alerts, oldest first', of: () => DryRunAlert })
  alerts!: readonly DryRunAlert[];
  @ObjectField({
    description: 'With groupId or resourceTypeId: all that is watched',
    of: () => DryRunScope,
    optional: true,
  })
  scope?: DryRunScope;
  @ArrayField({
    description: 'Possible differences from live evaluation, and warnings about the definition',
    of: 'string',
  })
  notes!: readonly string[];
}
