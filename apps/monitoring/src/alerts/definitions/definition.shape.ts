import { double, factTable, flag, integer, links, objectMap, recordShape, records, text } from '@wardstone/media-types';
import type { RecordOf, RecordShape } from '@wardstone/media-types';
import { CONDITION_CATEGORIES } from '../domain/condition';
import { DAMPENING_CATEGORIES, DAMPENING_UNITS } from '../domain/dampening';
import { CONDITION_MODES } from '../domain/evaluate';

export const PRIORITIES = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Priority = (typeof PRIORITIES)[number];

export const DEFINITION_SORT_FIELDS = ['id', 'name', 'priority'] as const;

const PLAIN_CONDITION = recordShape({
  name: 'AlertConditionRest',
  element: 'condition',
  description: 'Something that makes an alert fire',
  fields: {
    id: integer('Id; another one after each change'),
    name: text('Depends on the category; of a metric its name for people', { nullable: true }),
    category: text('What the condition looks at', { oneOf: CONDITION_CATEGORIES }),
    threshold: double('Value or bound to compare with', { nullable: true }),
    option: text('Depends on the category', { nullable: true }),
    triggerId: integer('Kept as sent', { nullable: true }),
    comparator: text('How to compare', { nullable: true }),
    measurementDefinition: integer('Id of the definition of the metric; 0 where the category has none'),
    note: text('What is odd about the bounds, if anything is: such values do not occur', { optional: true }),
  },
});
export type AlertConditionRest = RecordOf<typeof PLAIN_CONDITION>;

/** Under a symbol, so that pages alone show it. */
const WORDS = Symbol('words');

/** Adds the condition as people read it. */
export function withWords(condition: AlertConditionRest, words: string): AlertConditionRest {
  return Object.assign(condition, { [WORDS]: words });
}

/** Source: contract 2, media spec 4.1. */
export const ALERT_CONDITION: RecordShape<AlertConditionRest> = {
  ...PLAIN_CONDITION,
  html: (condition) =>
    factTable([
      ['Condition', (condition as { [WORDS]?: string })[WORDS] ?? condition.name],
      ['Note', condition.note],
      ['Category', condition.category],
      ['Id', condition.id],
      ['Metric definition', condition.measurementDefinition === 0 ? null : condition.measurementDefinition],
    ]),
};

/** Source: contract 2, media spec 5.1. */
export const ALERT_NOTIFICATION = recordShape({
  name: 'AlertNotificationRest',
  element: 'notification',
  description: 'Whom to tell about an alert, and how',
  fields: {
    id: integer('Id; another one after each change'),
    senderName: text('Name of the sender'),
    config: objectMap('Configuration of the sender'),
    extraConfig: objectMap(
      'Parameters of the operation that the sender Resource Operations starts; only when there are any',
      {
        optional: true,
      },
    ),
  },
});
export type AlertNotificationRest = RecordOf<typeof ALERT_NOTIFICATION>;

/** Source: contract 2, media spec 3.1. */
const PLAIN_DEFINITION = recordShape({
  name: 'AlertDefinitionRest',
  element: 'definition',
  description: 'When an alert fires, and who is told',
  fields: {
    id: integer('Id'),
    name: text('Name'),
    enabled: flag('Whether it is looked at'),
    priority: text('Priority of its alerts', { oneOf: PRIORITIES }),
    recoveryId: integer('Id of the definition that its alerts enable again; 0 for none'),
    conditionMode: text('Whether one condition must hold or all', { oneOf: CONDITION_MODES }),
    conditions: records('The conditions by id, at most 100; only when asked for', ALERT_CONDITION, { optional: true }),
    notifications: records('The notifications by id, at most 100; only when asked for', ALERT_NOTIFICATION, {
      optional: true,
    }),
    dampeningCategory: text('Which occurrences become alerts', { oneOf: DAMPENING_CATEGORIES }),
    dampeningCount: integer('Occurrences'),
    dampeningPeriod: integer('Evaluations or time units to look at'),
    dampeningUnit: text('Unit of the period; null for minutes', { nullable: true, oneOf: DAMPENING_UNITS }),
    links: links('The resource, group or type it belongs to'),
  },
});
export type AlertDefinitionRest = RecordOf<typeof PLAIN_DEFINITION>;

/** Lists show what tells definitions apart; all else is on the page of each. */
export const ALERT_DEFINITION: RecordShape<AlertDefinitionRest> = {
  ...PLAIN_DEFINITION,
  columns: [
    { heading: 'Name', of: ({ id, name }, page) => page.anchorTo(`/alert/definition/${id}`, name) ?? name },
    { heading: 'Priority', isShort: true, of: ({ priority }) => priority },
    { heading: 'Enabled', isShort: true, of: ({ enabled }) => (enabled ? 'Yes' : 'No') },
    { heading: 'Conditions', isShort: true, of: ({ conditionMode }) => conditionMode },
    { heading: 'Belongs to', of: ({ links: owners }, page) => owners.map((owner) => page.linkTo(owner)) },
    { heading: 'Id', isNumber: true, of: ({ id }) => id },
  ],
};
