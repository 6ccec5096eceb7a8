import { ArrayField, BooleanField, Dto, IntField, LinksField, StringField } from '../../fields';
import type { Link } from '../../values';

@Dto('groupDefinition', 'An expression that generates groups', { lineFields: ['id', 'name'] })
export class GroupDefinitionRest {
  @IntField('Id')
  id!: number;
  @StringField('Name; prefix of the names of its groups')
  name!: string;
  @StringField('Description', { nullable: true })
  description!: string | null;
  @ArrayField('The statements, one per line', { of: 'string' })
  expression!: readonly string[];
  @IntField('Calculation interval, in ms, at least 60000; 0 for none')
  recalcInterval!: number;
  @ArrayField('The generated groups, by id', { of: 'integer' })
  generatedGroupIds!: readonly number[];
  @BooleanField('Whether the groups include the descendants of their members')
  recursive!: boolean;
  @LinksField('Links to the definition and to the list', { element: 'link' })
  links!: readonly Link[];
}
