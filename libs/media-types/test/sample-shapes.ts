import { flag, integer, links, objectMap, record, records, text, time } from '../src/shape/field';
import { double, integers, link, textMap, texts } from '../src/shape/field';
import { recordShape } from '../src/shape/record-shape';
import type { RecordOf, RecordShape } from '../src/shape/record-shape';

/** Two records of the monitoring contract, as their areas would declare them. */
export const NOTIFICATION = recordShape({
  name: 'AlertNotificationRest',
  element: 'notification',
  description: 'Whom an alert is told to',
  fields: {
    id: integer('Id; changes when the notification is updated'),
    senderName: text('Short name of the sender'),
    config: objectMap('Configuration of the sender'),
  },
});

export const DEFINITION = recordShape({
  name: 'AlertDefinitionRest',
  element: 'definition',
  description: 'When an alert fires',
  fields: {
    conditionMode: text('How conditions combine', { oneOf: ['ANY', 'ALL'] }),
    enabled: flag('Whether it is active'),
    id: integer('Id of the definition', { label: 'Id' }),
    name: text('Name of the definition', { label: 'Name' }),
    created: time('When it was created'),
    notifications: records('Only sent when requested', NOTIFICATION, { optional: true }),
    links: links('Links to related records'),
  },
  lineFields: ['id', 'name'],
});
export type Definition = RecordOf<typeof DEFINITION>;

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

/** Group records name their links differently in XML (media spec 1.6). */
export const GROUP = recordShape({
  name: 'GroupRest',
  element: 'groupRest',
  description: 'A group',
  fields: {
    name: text('Name'),
    resourceTypeId: integer('Type, for compatible groups', { nullable: true }),
    links: links('Links', { element: 'link' }),
  },
});

/** All fields are attributes (inventory spec 1.2). */
export const DATA_POINT = recordShape({
  name: 'NumericDataPoint',
  element: 'numericDataPoint',
  description: 'A measured value',
  fields: {
    scheduleId: integer('Schedule', { attribute: true }),
    timeStamp: time('When', { attribute: true }),
    value: double('Measured value', { attribute: true }),
  },
});

export interface Tree {
  id: string;
  children: readonly Tree[];
}

/** A shape that holds itself. */
export const TREE: RecordShape<Tree> = recordShape<Tree>({
  name: 'ResourceWithChildren',
  element: 'resourceWithChildren',
  description: 'A resource and what lies below it',
  fields: { id: text('Id'), children: records('Resources below it', () => TREE) },
});

/** One field of every kind. */
export const EVERYTHING = recordShape({
  name: 'Everything',
  element: 'everything',
  description: 'One field of every kind',
  fields: {
    label: text('An attribute', { attribute: true }),
    text: text('Text', { nullable: true }),
    integer: integer('Whole number'),
    double: double('Number'),
    flag: flag('Yes or no'),
    time: time('Milliseconds'),
    texts: texts('Texts'),
    integers: integers('Whole numbers'),
    textMap: textMap('Texts by name'),
    objectMap: objectMap('Values by name'),
    link: link('A link'),
    links: links('Links'),
    record: record('A record', NOTIFICATION),
    records: records('Records', NOTIFICATION),
  },
});
export type Everything = RecordOf<typeof EVERYTHING>;
