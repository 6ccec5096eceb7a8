import type { AlertSender } from '@wardstone/dto/monitoring';
import type { RecordView } from '@wardstone/media-types';
import { senderLabel } from './sender-catalogue';

const named = ({ senderName }: AlertSender): string => senderLabel(senderName);

export const ALERT_SENDER_PAGE: RecordView<AlertSender> = {
  heading: named,
  columns: [
    { heading: 'Sender', of: (sender, page) => page.anchor(sender.link['self']?.href ?? '', named(sender)) },
    { heading: 'Description', of: ({ description }) => description },
  ],
};
