import { ArrayField, BooleanField, Dto, EnumField, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

@Dto('simplePropDef', 'A parameter that holds one value')
export class SimplePropDef {
  @StringField('Name of the parameter')
  name!: string;
  @BooleanField('Whether the parameter is required')
  required!: boolean;
  @EnumField('Type of the value', {
    values: ['STRING', 'LONG_STRING', 'PASSWORD', 'BOOLEAN', 'INTEGER', 'LONG', 'FLOAT', 'DOUBLE', 'FILE', 'DIRECTORY'],
  })
  type!:
    'STRING' | 'LONG_STRING' | 'PASSWORD' | 'BOOLEAN' | 'INTEGER' | 'LONG' | 'FLOAT' | 'DOUBLE' | 'FILE' | 'DIRECTORY';
  @StringField('Default value', { nullable: true })
  defaultValue!: string | null;
}

@Dto('operationDefinition', 'An operation of a resource type')
export class OperationDefinitionRest {
  @IntField('Id of the definition')
  id!: number;
  @StringField('Name of the operation')
  name!: string;
  @ArrayField('Its simple parameters', { of: () => SimplePropDef })
  params!: readonly SimplePropDef[];
  @LinksField('`create` creates a draft', { element: 'link' })
  links!: readonly Link[];
}
