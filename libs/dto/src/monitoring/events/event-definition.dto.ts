import { Dto, IntField, StringField } from '../../fields';

@Dto('eventDefinitionRest', 'A kind of event of a resource type')
export class EventDefinitionRest {
  @IntField('Id of the definition')
  id!: number;
  @StringField('Name, as used when sources are created')
  name!: string;
  @StringField('Display name')
  displayName!: string;
  @StringField('Description of the events', { nullable: true })
  description!: string | null;
}
