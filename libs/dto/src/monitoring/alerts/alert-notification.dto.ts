import { Dto, IntField, ObjectMapField, StringField } from '../../fields';
import type { ObjectMap } from '../../values';

@Dto({ element: 'notification', description: 'Whom to tell about an alert, and how' })
export class AlertNotificationRest {
  @IntField({ description: 'Id; another one after each change' })
  id!: number;
  @StringField({ description: 'Name of the sender' })
  senderName!: string;
  @ObjectMapField({ description: 'Configuration of the sender' })
  config!: ObjectMap;
  @ObjectMapField({
    description: 'Parameters of the operation that the sender Resource Operations starts; only when there are any',
    optional: true,
  })
  extraConfig?: ObjectMap;
}
