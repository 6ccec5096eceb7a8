import { ArrayField, BooleanField, Dto, EnumField, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

@Dto({ element: 'simplePropDef', description: 'A parameter that holds one value' })
export class SimplePropDef {
  @StringField({ description: 'Name of the parameter' })
  name!: string;
  @BooleanField({ description: 'Whether it must be given' })
  required!: boolean;
  @EnumField({
    description: 'Type of its values',
    values: ['STRING', 'LONG_STRING', 'PASSWORD', 'BOOLEAN', 'INTEGER', 'LONG', 'FLOAT', 'DOUBLE', 'FILE', 'DIRECTORY'],
  })
  type!:
    'STRING' | 'LONG_STRING' | 'PASSWORD' | 'BOOLEAN' | 'INTEGER' | 'LONG' | 'FLOAT' | 'DOUBLE' | 'FILE' | 'DIRECTORY';
  @StringField({ description: 'What an absent one stands for', nullable: true })
  defaultValue!: string | null;
}

@Dto({ element: 'operationDefinition', description: 'Something that resources of a type can do' })
export class OperationDefinitionRest {
  @IntField({ description: 'Id of the definition' })
  id!: number;
  @StringField({ description: 'Name of the operation' })
  name!: string;
  @ArrayField({ description: 'Its simple parameters', of: () => SimplePropDef })
  params!: readonly SimplePropDef[];
  @LinksField({ description: '`create` makes a draft', element: 'link' })
  links!: readonly Link[];
}
