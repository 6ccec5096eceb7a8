import { Dto, IntField, ObjectMapField, StringField } from '../../fields';
import type { ObjectMap } from '../../values';

@Dto({ element: 'notification', description: 'A notification of an alert definition' })
export class AlertNotificationRest {
  @IntField({ description: 'Id; every change assigns a new one' })
  id!: number;
  @StringField({ description: 'Name of the sender' })
  senderName!: string;
  @ObjectMapField({ description: 'Configuration of the sender' })
  config!: ObjectMap;
  @ObjectMapField({
    description: 'Parameters of the operation that the sender Resource Operations starts; absent without parameters',
    optional: true,
  })
  extraConfig?: ObjectMap;
}
