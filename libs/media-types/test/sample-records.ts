import { type Double, Dto, Field, type Link, type ObjectMap, type TextMap } from '@wardstone/dto';

/** Two records of the monitoring contract, as their areas would declare them. */
@Dto('notification', 'Recipients of an alert', { name: 'AlertNotificationRest' })
export class Notification {
  @Field.Int('Id; changes when the notification is updated')
  id!: number;
  @Field.String('Short name of the sender')
  senderName!: string;
  @Field.ObjectMap('Configuration of the sender')
  config!: ObjectMap;
  @Field.String('Name of the sender for people', { onRequest: true, optional: true })
  label?: string;
}

@Dto('definition', 'When an alert fires', { name: 'AlertDefinitionRest', lineFields: ['id', 'name'] })
export class Definition {
  @Field.Enum('How conditions combine', { values: ['ANY', 'ALL'], open: true })
  conditionMode!: 'ANY' | 'ALL';
  @Field.Boolean('Whether it is active')
  enabled!: boolean;
  @Field.Int('Id of the definition', { label: 'Id' })
  id!: number;
  @Field.String('Name of the definition', { label: 'Name' })
  name!: string;
  @Field.Time('When it was created')
  created!: number;
  @Field.Array('Only sent when requested', { of: () => Notification, optional: true })
  notifications?: readonly Notification[];
  @Field.String('Who created it', { optional: true, onRequest: true })
  author?: string;
  @Field.Links('Links to related records')
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
  @Field.String('Name')
  name!: string;
  @Field.Int('Type, for compatible groups', { nullable: true })
  resourceTypeId!: number | null;
  @Field.Links('Links', { element: 'link' })
  links!: readonly Link[];
}

/** All fields are attributes (rule http-5). */
@Dto('numericDataPoint', 'A measured value', { name: 'NumericDataPoint' })
export class DataPoint {
  @Field.Int('Schedule', { attribute: true })
  scheduleId!: number;
  @Field.Time('When', { attribute: true })
  timeStamp!: number;
  @Field.Double('Measured value', { attribute: true })
  value!: Double;
}

/** A class that holds itself. */
@Dto('resourceWithChildren', 'A resource and what lies below it', { name: 'ResourceWithChildren' })
export class Tree {
  @Field.String('Id')
  id!: string;
  @Field.Array('Resources below it', { of: () => Tree })
  children!: readonly Tree[];
}

/** One field of every kind. */
@Dto('everything', 'One field of every kind')
export class Everything {
  @Field.String('An attribute', { attribute: true })
  label!: string;
  @Field.String('Text', { nullable: true })
  text!: string | null;
  @Field.Int('Whole number')
  integer!: number;
  @Field.Double('Number')
  double!: Double;
  @Field.Boolean('Yes or no')
  flag!: boolean;
  @Field.Time('Milliseconds')
  time!: number;
  @Field.Array('Texts', { of: 'string' })
  texts!: readonly string[];
  @Field.Array('Whole numbers', { of: 'integer' })
  integers!: readonly number[];
  @Field.TextMap('Texts by name')
  textMap!: TextMap;
  @Field.ObjectMap('Values by name')
  objectMap!: ObjectMap;
  @Field.Link('A link')
  link!: Link;
  @Field.Links('Links')
  links!: readonly Link[];
  @Field.Object('A record', { of: () => Notification })
  record!: Notification;
  @Field.Array('Records', { of: () => Notification })
  records!: readonly Notification[];
}
