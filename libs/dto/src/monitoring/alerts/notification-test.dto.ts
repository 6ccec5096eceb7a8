import { Dto, EnumField, StringField } from '../../fields';
import { DELIVERY_STATES } from './alert-explanation.dto';
import type { DeliveryState } from './alert-explanation.dto';

@Dto({ element: 'notificationTest', description: 'How it went to try a notification out' })
export class NotificationTest {
  @StringField({ description: 'Name of the sender' })
  senderName!: string;
  @EnumField({ description: 'What became of it', values: DELIVERY_STATES })
  state!: DeliveryState;
  @StringField({ description: 'Who was reached, and what went wrong' })
  message!: string;
}
