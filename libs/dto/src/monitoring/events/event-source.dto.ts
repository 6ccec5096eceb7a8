import { Dto, IntField, StringField } from '../../fields';

@Dto('source', 'A source of events of a resource')
export class EventSourceRest {
  @IntField('Id of the source')
  id!: number;
  @StringField('Name of its event definition')
  name!: string;
  @StringField('Display name of the event definition')
  displayName!: string;
  @StringField('Location of the events, e.g. the path of a log file')
  location!: string;
  @IntField('Resource the source belongs to')
  resourceId!: number;
  @StringField('Description of the events', { nullable: true })
  description!: string | null;
}
