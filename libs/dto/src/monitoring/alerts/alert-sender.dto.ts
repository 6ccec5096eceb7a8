import { Dto, LinkField, StringField, TextMapField } from '../../fields';
import type { Link, TextMap } from '../../values';

@Dto({ element: 'alertSender', description: 'A way to tell people or programs about an alert' })
export class AlertSender {
  @StringField({ description: 'Name, which notifications use' })
  senderName!: string;
  @StringField({ description: 'What it does' })
  description!: string;
  @LinkField({ description: 'The sender' })
  link!: Link;
  @TextMapField({ description: 'Type of each property of a notification; only of one sender', optional: true })
  configDefinition?: TextMap;
}
