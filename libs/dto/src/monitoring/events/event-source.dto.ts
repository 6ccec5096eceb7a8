import { Dto, IntField, StringField } from '../../fields';

@Dto({ element: 'source', description: 'Where events of a resource come from' })
export class EventSourceRest {
  @IntField({ description: 'Id of the source' })
  id!: number;
  @StringField({ description: 'Name of its event definition' })
  name!: string;
  @StringField({ description: 'Name of the definition for people' })
  displayName!: string;
  @StringField({ description: 'Place of the events, e.g. the path of a log file' })
  location!: string;
  @IntField({ description: 'Resource the source belongs to' })
  resourceId!: number;
  @StringField({ description: 'What the events tell', nullable: true })
  description!: string | null;
}
