import { recordShape, text } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';
import { DELIVERY_STATES } from '../domain/delivery';

export const NOTIFICATION_TEST = recordShape({
  name: 'NotificationTest',
  element: 'notificationTest',
  description: 'How it went to try a notification out',
  fields: {
    senderName: text('Name of the sender'),
    state: text('What became of it', { oneOf: DELIVERY_STATES }),
    message: text('Who was reached, and what went wrong'),
  },
});
export type NotificationTest = RecordOf<typeof NOTIFICATION_TEST>;
