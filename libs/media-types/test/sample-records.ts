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
@Dto('notification', 'Recipients of an alert', { name: 'AlertNotificationRest' })
export class Notification {
  @IntField('Id; changes when the notification is updated')
  id!: number;
  @StringField('Short name of the sender')
  senderName!: string;
  @ObjectMapField('Configuration of the sender')
  config!: ObjectMap;
}

@Dto('definition', 'When an alert fires', { name: 'AlertDefinitionRest', lineFields: ['id', 'name'] })
export class Definition {
  @EnumField('How conditions combine', { values: ['ANY', 'ALL'], open: true })
  conditionMode!: 'ANY' | 'ALL';
  @BooleanField('Whether it is active')
  enabled!: boolean;
  @IntField('Id of the definition', { label: 'Id' })
  id!: number;
  @StringField('Name of the definition', { label: 'Name' })
  name!: string;
  @TimeField('When it was created')
  created!: number;
  @ArrayField('Only sent when requested', { of: () => Notification, optional: true })
  notifications?: readonly Notification[];
  @LinksField('Links to related records')
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
@Dto('groupRest', 'A group', { name: 'GroupRest' })
export class Group {
  @StringField('Name')
  name!: string;
  @IntField('Type, for compatible groups', { nullable: true })
  resourceTypeId!: number | null;
  @LinksField('Links', { element: 'link' })
  links!: readonly Link[];
}

/** All fields are attributes (rule http-5). */
@Dto('numericDataPoint', 'A measured value', { name: 'NumericDataPoint' })
export class DataPoint {
  @IntField('Schedule', { attribute: true })
  scheduleId!: number;
  @TimeField('When', { attribute: true })
  timeStamp!: number;
  @DoubleField('Measured value', { attribute: true })
  value!: Double;
}

/** A class that holds itself. */
@Dto('resourceWithChildren', 'A resource and what lies below it', { name: 'ResourceWithChildren' })
export class Tree {
  @StringField('Id')
  id!: string;
  @ArrayField('Resources below it', { of: () => Tree })
  children!: readonly Tree[];
}

/** One field of every kind. */
@Dto('everything', 'One field of every kind')
export class Everything {
  @StringField('An attribute', { attribute: true })
  label!: string;
  @StringField('Text', { nullable: true })
  text!: string | null;
  @IntField('Whole number')
  integer!: number;
  @DoubleField('Number')
  double!: Double;
  @BooleanField('Yes or no')
  flag!: boolean;
  @TimeField('Milliseconds')
  time!: number;
  @ArrayField('Texts', { of: 'string' })
  texts!: readonly string[];
  @ArrayField('Whole numbers', { of: 'integer' })
  integers!: readonly number[];
  @TextMapField('Texts by name')
  textMap!: TextMap;
  @ObjectMapField('Values by name')
  objectMap!: ObjectMap;
  @LinkField('A link')
  link!: Link;
  @LinksField('Links')
  links!: readonly Link[];
  @ObjectField('A record', { of: () => Notification })
  record!: Notification;
  @ArrayField('Records', { of: () => Notification })
  records!: readonly Notification[];
}
