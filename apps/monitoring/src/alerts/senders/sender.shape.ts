import { link, recordShape, text, textMap } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

/** Source: contract 2, media spec 5.3. */
export const ALERT_SENDER = recordShape({
  name: 'AlertSender',
  element: 'alertSender',
  description: 'A way to tell people or programs about an alert',
  fields: {
    senderName: text('Name, which notifications use'),
    description: text('What it does'),
    link: link('The sender'),
    configDefinition: textMap('Type of each property of a notification; only of one sender', { optional: true }),
  },
});
export type AlertSender = RecordOf<typeof ALERT_SENDER>;
