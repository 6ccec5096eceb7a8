import { BooleanField, Dto, IntField, LinksField, ObjectField, StringField, TimeField } from '../../fields';
import type { Link } from '../../values';

@Dto('definition', 'A definition, in short', { name: 'AlertDefinitionRest' })
export class DefinitionInShort {
  @IntField('Id')
  id!: number;
}

@Dto('resource', 'A resource, in short', { name: 'ResourceWithType' })
export class ResourceInShort {
  @StringField('Name')
  resourceName!: string;
  @IntField('Id')
  resourceId!: number;
}

@Dto('alert', 'A fired alert, in short', { name: 'AlertRest' })
export class SlimAlert {
  @IntField('Id')
  id!: number;
  @StringField('Name of the definition')
  name!: string;
  @BooleanField('Whether the definition is enabled now')
  definitionEnabled!: boolean;
  @StringField('Who acknowledged it', { nullable: true })
  ackBy!: string | null;
  @TimeField('When it was acknowledged; 0 if not acknowledged')
  ackTime!: number;
  @StringField('What was said about it on that occasion', { optional: true })
  ackComment?: string;
  @TimeField('When it fired')
  alertTime!: number;
  @StringField('The conditions that were met')
  description!: string;
  @LinksField('Links of the alert')
  links!: readonly Link[];
  @ObjectField('The definition', { of: () => DefinitionInShort })
  alertDefinition!: DefinitionInShort;
  @ObjectField('The resource on which it fired', { of: () => ResourceInShort })
  resource!: ResourceInShort;
}
