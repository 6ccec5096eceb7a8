import { ArrayField, BooleanField, Dto, LinkField, StringField, TextMapField } from '../../fields';
import type { Link, TextMap } from '../../values';

@Dto('choice', 'A value that a property may have')
export class SenderChoice {
  @StringField('The value')
  value!: string;
  @StringField('Its name')
  label!: string;
}

@Dto('property', 'What a notification says to its sender')
export class SenderPropertyRest {
  @StringField('Name, as used in the configuration of notifications')
  name!: string;
  @StringField('Type')
  type!: string;
  @StringField('Label of the field in a form')
  label!: string;
  @StringField('Help for the field', { optional: true })
  help?: string;
  @BooleanField('Whether a notification without it is refused')
  required!: boolean;
  @StringField(
    'What an id names: user, role, resource, resourceType or operation. Several users or roles are written as |2|10001|',
    { optional: true },
  )
  kind?: string;
  @ArrayField('The values to choose from; users are listed for callers who may manage alerts', {
    of: () => SenderChoice,
  })
  choices!: readonly SenderChoice[];
  @StringField('It counts only where this other property …', { optional: true })
  onlyWithProperty?: string;
  @StringField('… has this value', { optional: true })
  onlyWithValue?: string;
}

@Dto('alertSender', 'A way to deliver notifications')
export class AlertSender {
  @StringField('Name, as used in notifications')
  senderName!: string;
  @StringField('Description')
  description!: string;
  @StringField('Name for people')
  label!: string;
  @StringField('Why it delivers nothing at present', { optional: true })
  problem?: string;
  @BooleanField('Whether a configuration can be tested before it is stored')
  testable!: boolean;
  @LinkField('The sender')
  link!: Link;
  @TextMapField('Type of each property of a notification; absent in lists', { optional: true })
  configDefinition?: TextMap;
  @ArrayField('The same properties as a form shows them; absent in lists', {
    of: () => SenderPropertyRest,
    optional: true,
  })
  properties?: readonly SenderPropertyRest[];
}
