import { ArrayField, BooleanField, Dto, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

@Dto({ element: 'groupDefinition', description: 'An expression that makes groups', lineFields: ['id', 'name'] })
export class GroupDefinitionRest {
  @IntField({ description: 'Id' })
  id!: number;
  @StringField({ description: 'Name; the names of its groups are made of it' })
  name!: string;
  @StringField({ description: 'What it is for', nullable: true })
  description!: string | null;
  @ArrayField({ description: 'The statements, one per line', of: 'string' })
  expression!: readonly string[];
  @IntField({ description: 'Time between two calculations, in ms, 60000 or more; 0 for none' })
  recalcInterval!: number;
  @ArrayField({ description: 'The groups it made, by id', of: 'integer' })
  generatedGroupIds!: readonly number[];
  @BooleanField({ description: 'Whether what lies below the members belongs to the groups too' })
  recursive!: boolean;
  @LinksField({ description: 'The definition itself, and where new ones are created', element: 'link' })
  links!: readonly Link[];
}
