import {
  ArrayField,
  BooleanField,
  Dto,
  EnumField,
  IntField,
  LinksField,
  ObjectMapField,
  StringField,
} from '../../fields';
import type { Link, ObjectMap } from '../../values';

export const PROPERTY_TYPES = [
  'STRING',
  'LONG_STRING',
  'PASSWORD',
  'BOOLEAN',
  'INTEGER',
  'LONG',
  'FLOAT',
  'DOUBLE',
  'FILE',
  'DIRECTORY',
  'LIST',
  'MAP',
  'DYNAMIC',
] as const;

@Dto('property', 'A property that the type of a resource declares')
export class ConfigurationPropertyRest {
  @StringField('Name: the key of its value')
  name!: string;
  @StringField('Name for display')
  displayName!: string;
  @StringField('Description', { nullable: true })
  description!: string | null;
  @EnumField('Type of the value', { values: PROPERTY_TYPES })
  type!: (typeof PROPERTY_TYPES)[number];
  @BooleanField('Whether a value is required')
  required!: boolean;
}

@Dto('resourceConfiguration', 'How a resource is reached and configured')
export class ResourceConfigurationRest {
  @IntField('Id of the resource')
  resourceId!: number;
  @StringField('Version, as the agent reported it', { nullable: true })
  version!: string | null;
  @ArrayField('Declared connection properties, in order', { of: () => ConfigurationPropertyRest })
  pluginConfigProperties!: readonly ConfigurationPropertyRest[];
  @ObjectMapField('Connection properties, also undeclared ones; secrets are masked')
  pluginConfig!: ObjectMap;
  @ArrayField('Declared properties of the configuration, in order', { of: () => ConfigurationPropertyRest })
  resourceConfigProperties!: readonly ConfigurationPropertyRest[];
  @ObjectMapField('Configuration as last reported, also undeclared properties; secrets are masked')
  resourceConfig!: ObjectMap;
  @LinksField('The resource', { element: 'link' })
  links!: readonly Link[];
}
