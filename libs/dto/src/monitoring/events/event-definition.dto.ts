import { Dto, IntField, StringField } from '../../fields';

@Dto({ element: 'eventDefinitionRest', description: 'A kind of events that resources of a type have' })
export class EventDefinitionRest {
  @IntField({ description: 'Id of the definition' })
  id!: number;
  @StringField({ description: 'Name, by which sources are created' })
  name!: string;
  @StringField({ description: 'Name for people' })
  displayName!: string;
  @StringField({ description: 'What the events tell', nullable: true })
  description!: string | null;
}
