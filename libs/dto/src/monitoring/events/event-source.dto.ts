import { Dto, IntField, StringField } from '../../fields';

@Dto({ element: 'source', description: 'A source of events of a resource' })
export class EventSourceRest {
  @IntField({ description: 'Id of the source' })
  id!: number;
  @StringField({ description: 'Name of its event definition' })
  name!: string;
  @StringField({ description: 'Display name of the event definition' })
  displayName!: string;
  @StringField({ description: 'Location of the events, e.g. the path of a log file' })
  location!: string;
  @IntField({ description: 'Resource the source belongs to' })
  resourceId!: number;
  @StringField({ description: 'Description of the events', nullable: true })
  description!: string | null;
}
