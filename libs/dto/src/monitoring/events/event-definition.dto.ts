import { Dto, IntField, StringField } from '../../fields';

@Dto({ element: 'eventDefinitionRest', description: 'A kind of event of a resource type' })
export class EventDefinitionRest {
  @IntField({ description: 'Id of the definition' })
  id!: number;
  @StringField({ description: 'Name, as used when sources are created' })
  name!: string;
  @StringField({ description: 'Display name' })
  displayName!: string;
  @StringField({ description: 'Description of the events', nullable: true })
  description!: string | null;
}
