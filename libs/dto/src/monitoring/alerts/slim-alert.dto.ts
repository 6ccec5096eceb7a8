import { BooleanField, Dto, IntField, LinksField, ObjectField, StringField, TimeField } from '../../fields';
import type { Link } from '../../values';

@Dto({ name: 'AlertDefinitionRest', element: 'definition', description: 'A definition, in short' })
export class DefinitionInShort {
  @IntField({ description: 'Id' })
  id!: number;
}

@Dto({ name: 'ResourceWithType', element: 'resource', description: 'A resource, in short' })
export class ResourceInShort {
  @StringField({ description: 'Name' })
  resourceName!: string;
  @IntField({ description: 'Id' })
  resourceId!: number;
}

@Dto({ name: 'AlertRest', element: 'alert', description: 'A fired alert, in short' })
export class SlimAlert {
  @IntField({ description: 'Id' })
  id!: number;
  @StringField({ description: 'Name of the definition' })
  name!: string;
  @BooleanField({ description: 'Whether the definition is enabled now' })
  definitionEnabled!: boolean;
  @StringField({ description: 'Who acknowledged it', nullable: true })
  ackBy!: string | null;
  @TimeField({ description: 'When it was acknowledged; 0 if not acknowledged' })
  ackTime!: number;
  @StringField({ description: 'What was said about it on that occasion', optional: true })
  ackComment?: string;
  @TimeField({ description: 'When it fired' })
  alertTime!: number;
  @StringField({ description: 'The conditions that were met' })
  description!: string;
  @LinksField({ description: 'Links of the alert' })
  links!: readonly Link[];
  @ObjectField({ description: 'The definition', of: () => DefinitionInShort })
  alertDefinition!: DefinitionInShort;
  @ObjectField({ description: 'The resource on which it fired', of: () => ResourceInShort })
  resource!: ResourceInShort;
}
