import { Dto, Field } from '../fields';
import { PageQuery } from './values.dto';

@Dto('configurationChange', 'A property of a configuration that has changed')
export class ConfigurationChange {
  @Field.Int('Version of the configuration, as in the report configurationHistory')
  version!: number;
  @Field.Time('When the change was reported')
  time!: number;
  @Field.String('Name of the property')
  property!: string;
  @Field.String('Value before; null if there was none. Secrets are masked', { nullable: true })
  before!: string | null;
  @Field.String('Value since; null if there is none', { nullable: true })
  after!: string | null;
}

@Dto('configurationDifference', 'A property that differs between two configurations')
export class ConfigurationDifference {
  @Field.String('Name of the property')
  property!: string;
  @Field.String('Value of the resource; null if it has none. Secrets are masked', { nullable: true })
  value!: string | null;
  @Field.String('Value that it is compared with', { nullable: true })
  otherValue!: string | null;
}

/** Page of the list of configuration changes. */
export class ConfigurationChangeQuery extends PageQuery {}

/** The other configuration of a comparison. */
export class ConfigurationDifferenceQuery extends PageQuery {
  @Field.Id('Resource to compare with; by default the same, at another time', { optional: true })
  other?: number;
  @Field.Time('Time of the configuration of the resource; by default now', { optional: true })
  time?: number;
  @Field.Time('Time of the configuration to compare with; by default now', { optional: true })
  otherTime?: number;
}
