import { link, recordShape, text, textMap } from '@wardstone/media-types';
import type { RecordOf, RecordShape } from '@wardstone/media-types';
import { senderLabel } from './sender-catalogue';

/** Source: contract 2, media spec 5.3. */
const PLAIN_SENDER = recordShape({
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
export type AlertSender = RecordOf<typeof PLAIN_SENDER>;

const named = ({ senderName }: AlertSender): string => senderLabel(senderName);

export const ALERT_SENDER: RecordShape<AlertSender> = {
  ...PLAIN_SENDER,
  heading: named,
  columns: [
    { heading: 'Sender', of: (sender, page) => page.anchor(sender.link['self']?.href ?? '', named(sender)) },
    { heading: 'What it does', of: ({ description }) => description },
  ],
};
