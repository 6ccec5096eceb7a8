import { Dto, IntField, ObjectMapField, StringField } from '../../fields';
import type { ObjectMap } from '../../values';

@Dto('notification', 'A notification of an alert definition')
export class AlertNotificationRest {
  @IntField('Id; every change assigns a new one')
  id!: number;
  @StringField('Name of the sender')
  senderName!: string;
  @ObjectMapField('Configuration of the sender')
  config!: ObjectMap;
  @ObjectMapField('Parameters of the operation that the sender Resource Operations starts; absent without parameters', {
    optional: true,
  })
  extraConfig?: ObjectMap;
}
