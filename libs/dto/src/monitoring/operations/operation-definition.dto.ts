import { ArrayField, BooleanField, Dto, EnumField, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

@Dto({ element: 'simplePropDef', description: 'A parameter that holds one value' })
export class SimplePropDef {
  @StringField({ description: 'Name of the parameter' })
  name!: string;
  @BooleanField({ description: 'Whether the parameter is required' })
  required!: boolean;
  @EnumField({
    description: 'Type of the value',
    values: ['STRING', 'LONG_STRING', 'PASSWORD', 'BOOLEAN', 'INTEGER', 'LONG', 'FLOAT', 'DOUBLE', 'FILE', 'DIRECTORY'],
  })
  type!:
    'STRING' | 'LONG_STRING' | 'PASSWORD' | 'BOOLEAN' | 'INTEGER' | 'LONG' | 'FLOAT' | 'DOUBLE' | 'FILE' | 'DIRECTORY';
  @StringField({ description: 'Default value', nullable: true })
  defaultValue!: string | null;
}

@Dto({ element: 'operationDefinition', description: 'An operation of a resource type' })
export class OperationDefinitionRest {
  @IntField({ description: 'Id of the definition' })
  id!: number;
  @StringField({ description: 'Name of the operation' })
  name!: string;
  @ArrayField({ description: 'Its simple parameters', of: () => SimplePropDef })
  params!: readonly SimplePropDef[];
  @LinksField({ description: '`create` creates a draft', element: 'link' })
  links!: readonly Link[];
}
