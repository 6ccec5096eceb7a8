import {
  ArrayField,
  BooleanField,
  type Double,
  DoubleField,
  Dto,
  EnumField,
  IntField,
  type Link,
  LinkField,
  LinksField,
  ObjectField,
  type ObjectMap,
  ObjectMapField,
  StringField,
  type TextMap,
  TextMapField,
  TimeField,
} from '@wardstone/dto';

/** Two records of the monitoring contract, as their areas would declare them. */
@Dto({ name: 'AlertNotificationRest', element: 'notification', description: 'Recipients of an alert' })
export class Notification {
  @IntField({ description: 'Id; changes when the notification is updated' })
  id!: number;
  @StringField({ description: 'Short name of the sender' })
  senderName!: string;
  @ObjectMapField({ description: 'Configuration of the sender' })
  config!: ObjectMap;
}

@Dto({
  name: 'AlertDefinitionRest',
  element: 'definition',
  description: 'When an alert fires',
  lineFields: ['id', 'name'],
})
export class Definition {
  @EnumField({ description: 'How conditions combine', values: ['ANY', 'ALL'], open: true })
  conditionMode!: 'ANY' | 'ALL';
  @BooleanField({ description: 'Whether it is active' })
  enabled!: boolean;
  @IntField({ description: 'Id of the definition', label: 'Id' })
  id!: number;
  @StringField({ description: 'Name of the definition', label: 'Name' })
  name!: string;
  @TimeField({ description: 'When it was created' })
  created!: number;
  @ArrayField({ description: 'Only sent when requested', of: () => Notification, optional: true })
  notifications?: readonly Notification[];
  @LinksField({ description: 'Links to related records' })
  links!: readonly Link[];
}

export const aDefinition = (over: Partial<Definition> = {}): Definition => ({
  conditionMode: 'ANY',
  enabled: true,
  id: 10021,
  name: 'disk full',
  created: 0,
  notifications: undefined,
  links: [{ resource: { href: 'https://mon.example.test/rest/resource/10001' } }],
  ...over,
});

/** Group records name their links differently in XML (rule http-6). */
@Dto({ name: 'GroupRest', element: 'groupRest', description: 'A group' })
export class Group {
  @StringField({ description: 'Name' })
  name!: string;
  @IntField({ description: 'Type, for compatible groups', nullable: true })
  resourceTypeId!: number | null;
  @LinksField({ description: 'Links', element: 'link' })
  links!: readonly Link[];
}

/** All fields are attributes (rule http-5). */
@Dto({ name: 'NumericDataPoint', element: 'numericDataPoint', description: 'A measured value' })
export class DataPoint {
  @IntField({ description: 'Schedule', attribute: true })
  scheduleId!: number;
  @TimeField({ description: 'When', attribute: true })
  timeStamp!: number;
  @DoubleField({ description: 'Measured value', attribute: true })
  value!: Double;
}

/** A class that holds itself. */
@Dto({
  name: 'ResourceWithChildren',
  element: 'resourceWithChildren',
  description: 'A resource and what lies below it',
})
export class Tree {
  @StringField({ description: 'Id' })
  id!: string;
  @ArrayField({ description: 'Resources below it', of: () => Tree })
  children!: readonly Tree[];
}

/** One field of every kind. */
@Dto({ element: 'everything', description: 'One field of every kind' })
export class Everything {
  @StringField({ description: 'An attribute', attribute: true })
  label!: string;
  @StringField({ description: 'Text', nullable: true })
  text!: string | null;
  @IntField({ description: 'Whole number' })
  integer!: number;
  @DoubleField({ description: 'Number' })
  double!: Double;
  @BooleanField({ description: 'Yes or no' })
  flag!: boolean;
  @TimeField({ description: 'Milliseconds' })
  time!: number;
  @ArrayField({ description: 'Texts', of: 'string' })
  texts!: readonly string[];
  @ArrayField({ description: 'Whole numbers', of: 'integer' })
  integers!: readonly number[];
  @TextMapField({ description: 'Texts by name' })
  textMap!: TextMap;
  @ObjectMapField({ description: 'Values by name' })
  objectMap!: ObjectMap;
  @LinkField({ description: 'A link' })
  link!: Link;
  @LinksField({ description: 'Links' })
  links!: readonly Link[];
  @ObjectField({ description: 'A record', of: () => Notification })
  record!: Notification;
  @ArrayField({ description: 'Records', of: () => Notification })
  records!: readonly Notification[];
}
