import { Dto, LinkField, StringField, TextMapField } from '../../fields';
import type { Link, TextMap } from '../../values';

@Dto({ element: 'alertSender', description: 'A way to deliver notifications' })
export class AlertSender {
  @StringField({ description: 'Name, as used in notifications' })
  senderName!: string;
  @StringField({ description: 'Description' })
  description!: string;
  @LinkField({ description: 'The sender' })
  link!: Link;
  @TextMapField({ description: 'Type of each property of a notification; absent in lists', optional: true })
  configDefinition?: TextMap;
}
