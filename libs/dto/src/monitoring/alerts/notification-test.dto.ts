import { ArrayField, Dto, EnumField, StringField } from '../../fields';
import { DELIVERY_STATES, type DeliveryState } from './alert-explanation.dto';

@Dto('notificationTest', 'Result of testing a notification')
export class NotificationTest {
  @StringField('Name of the sender')
  senderName!: string;
  @EnumField('State of the notification', { values: DELIVERY_STATES })
  state!: DeliveryState;
  @StringField('Recipients reached, and errors')
  message!: string;
  @ArrayField('Responses of the other side, if it gave any', { of: 'string' })
  responses!: readonly string[];
}
