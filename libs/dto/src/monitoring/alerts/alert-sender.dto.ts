import { ArrayField, BooleanField, Dto, LinkField, StringField, TextMapField } from '../../fields';
import type { Link, TextMap } from '../../values';

@Dto({ element: 'choice', description: 'A value that a property may have' })
export class SenderChoice {
  @StringField({ description: 'The value' })
  value!: string;
  @StringField({ description: 'Its name' })
  label!: string;
}

@Dto({ element: 'property', description: 'What a notification says to its sender' })
export class SenderPropertyRest {
  @StringField({ description: 'Name, as used in the configuration of notifications' })
  name!: string;
  @StringField({ description: 'Type' })
  type!: string;
  @StringField({ description: 'Label of the field in a form' })
  label!: string;
  @StringField({ description: 'Help for the field', optional: true })
  help?: string;
  @BooleanField({ description: 'Whether a notification without it is refused' })
  required!: boolean;
  @StringField({
    description:
      'What an id names: user, role, resource, resourceType or operation. Several users or roles are written as |2|10001|',
    optional: true,
  })
  kind?: string;
  @ArrayField({
    description: 'The values to choose from; users are listed for callers who may manage alerts',
    of: () => SenderChoice,
  })
  choices!: readonly SenderChoice[];
  @StringField({ description: 'It counts only where this other property …', optional: true })
  onlyWithProperty?: string;
  @StringField({ description: '… has this value', optional: true })
  onlyWithValue?: string;
}

@Dto({ element: 'alertSender', description: 'A way to deliver notifications' })
export class AlertSender {
  @StringField({ description: 'Name, as used in notifications' })
  senderName!: string;
  @StringField({ description: 'Description' })
  description!: string;
  @StringField({ description: 'Name for people' })
  label!: string;
  @StringField({ description: 'Why it delivers nothing at present', optional: true })
  problem?: string;
  @BooleanField({ description: 'Whether a configuration can be tested before it is stored' })
  testable!: boolean;
  @LinkField({ description: 'The sender' })
  link!: Link;
  @TextMapField({ description: 'Type of each property of a notification; absent in lists', optional: true })
  configDefinition?: TextMap;
  @ArrayField({
    description: 'The same properties as a form shows them; absent in lists',
    of: () => SenderPropertyRest,
    optional: true,
  })
  properties?: readonly SenderPropertyRest[];
}
