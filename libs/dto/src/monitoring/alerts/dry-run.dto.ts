import { ArrayField, Dto, IntField, ObjectField, StringField, TimeField } from '../../fields';

@Dto('match', 'A condition that would have held')
export class DryRunMatch {
  @IntField('Position of the condition in the definition, from 1')
  condition!: number;
  @StringField('Condition in words')
  description!: string;
  @StringField('The value that would have met the condition')
  value!: string;
  @StringField('The value as text, with the unit of the metric')
  valueText!: string;
  @TimeField('Time of that value')
  dataTime!: number;
}

@Dto('alert', 'An alert that would have fired')
export class DryRunAlert {
  @TimeField('When')
  time!: number;
  @StringField('Why')
  summary!: string;
  @ArrayField('The conditions that would have held', { of: () => DryRunMatch })
  matches!: readonly DryRunMatch[];
}

@Dto('resource', 'A resource on which the definition would have fired')
export class DryRunResource {
  @IntField('The resource')
  resourceId!: number;
  @StringField('Its name')
  resourceName!: string;
  @StringField('Name of its host')
  hostName!: string;
  @IntField('Number of alerts that would have fired')
  alertCount!: number;
}

@Dto('scope', 'The group or type that the definition would be for')
export class DryRunScope {
  @IntField('Number of resources in inventory that the caller sees')
  total!: number;
  @IntField('Number of those that were evaluated: as many as the time allowed')
  evaluated!: number;
  @IntField('Number of those on which it would have fired')
  firedCount!: number;
  @ArrayField('The first twenty of these, most alerts first', { of: () => DryRunResource })
  fired!: readonly DryRunResource[];
}

@Dto('dryRun', 'Result of evaluating a definition over stored data')
export class DryRun {
  @IntField('The resource')
  resourceId!: number;
  @TimeField('Start of the window')
  startTime!: number;
  @TimeField('End of the window, exclusive')
  endTime!: number;
  @IntField('Number of facts evaluated')
  facts!: number;
  @IntField('Number of alerts that would have fired')
  alertCount!: number;
  @ArrayField('The first thousand alerts, oldest first', { of: () => DryRunAlert })
  alerts!: readonly DryRunAlert[];
  @ObjectField('With groupId or resourceTypeId: all that is watched', { of: () => DryRunScope, optional: true })
  scope?: DryRunScope;
  @ArrayField('Possible differences from live evaluation, and warnings about the definition', { of: 'string' })
  notes!: readonly string[];
}
