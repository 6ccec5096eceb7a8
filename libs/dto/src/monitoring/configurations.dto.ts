import { Dto, Field } from '../fields';
import { DRIFT_CATEGORIES, type DriftCategory } from './agents.dto';
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

@Dto('fileChange', 'A change of a watched file', { lineFields: ['category', 'path'] })
export class FileChange {
  @Field.Int('Id, as in the report recentDrift')
  id!: number;
  @Field.Time('Time when the agent found the change')
  time!: number;
  @Field.String('Name of the drift definition')
  definition!: string;
  @Field.Int('Number of the change set')
  version!: number;
  @Field.Enum('Kind of change', { values: DRIFT_CATEGORIES })
  category!: DriftCategory;
  @Field.String('Path below the base directory of the definition')
  path!: string;
  @Field.String('Absolute path by the present base directory; null if that is unknown', { nullable: true })
  file!: string | null;
  @Field.String('SHA-256 of the content; null if it was not read', { nullable: true })
  sha256!: string | null;
  @Field.Int('Size in bytes; null if unknown', { nullable: true })
  size!: number | null;
  @Field.Int('File mode including the type, as returned by stat; null if unknown', { nullable: true })
  mode!: number | null;
  @Field.String('Numeric user and group, e.g. 0:0; null if unknown', { nullable: true })
  owner!: string | null;
  @Field.Boolean('Whether the text before or after the change is stored')
  hasText!: boolean;
}

@Dto('fileDifference', 'Text of a watched file before and after a change')
export class FileDifference {
  @Field.Int('Id of the change')
  id!: number;
  @Field.String('Path below the base directory of the definition')
  path!: string;
  @Field.String('Text before the change; null if the file did not exist, or its text was not reported', {
    nullable: true,
  })
  before!: string | null;
  @Field.String('Text after the change; null if the file was removed, or its text was not reported', { nullable: true })
  after!: string | null;
  @Field.String('Changed lines with three lines of context, in the format of diff -u')
  difference!: string;
}

/** Page of the list of file changes. */
export class FileChangeQuery extends PageQuery {
  @Field.String('Only changes whose path contains this text, case-insensitive', { optional: true, maxLength: 1_000 })
  q?: string;
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
