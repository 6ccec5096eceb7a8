import { markup } from '@wardstone/markup';
import type { Markup, MarkupValue } from '@wardstone/markup';
import {
  double,
  factTable,
  flag,
  integer,
  links,
  objectMap,
  one,
  recordShape,
  records,
  resultMarkup,
  text,
} from '@wardstone/media-types';
import type { PageTools, RecordOf, RecordShape } from '@wardstone/media-types';
import { locationIn } from '../../resources/resource-markup';
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

/** What a definition is for, by name. */
export interface NamedOwner {
  kind: 'resource' | 'group' | 'type';
  id: number;
  name: string;
  /** Of a resource. */
  ancestry: string | null;
}

/** What pages say of a definition besides its fields. */
export interface DefinitionFacts {
  owner: NamedOwner;
  /** The conditions as people read them. */
  conditions: readonly string[];
}

/** Under a symbol, so that pages alone show them. */
const FACTS = Symbol('facts');

export function withFacts(definition: AlertDefinitionRest, facts: DefinitionFacts): AlertDefinitionRest {
  return Object.assign(definition, { [FACTS]: facts });
}

function factsOf(definition: AlertDefinitionRest): DefinitionFacts | undefined {
  return (definition as { [FACTS]?: DefinitionFacts })[FACTS];
}

/** Lists show what tells definitions apart; all else is on the page of each. */
export const ALERT_DEFINITION: RecordShape<AlertDefinitionRest> = {
  ...PLAIN_DEFINITION,
  html: definitionPage,
  heading: ({ name }) => name,
  columns: [
    { heading: 'Name', of: ({ id, name }, page) => page.anchorTo(`/alert/definition/${id}`, name) ?? name },
    { heading: 'Priority', isShort: true, of: ({ priority }) => priority },
    { heading: 'Enabled', isShort: true, of: ({ enabled }) => (enabled ? 'Yes' : 'No') },
    { heading: 'Condition', of: (definition) => conditionWords(definition) },
    { heading: 'Defined on', of: ownerMarkup },
    { heading: 'Located in', of: (definition, page) => locationIn(factsOf(definition)?.owner.ancestry ?? null, page) },
    { heading: 'Id', isNumber: true, of: ({ id }) => id },
  ],
};

const OWNER_PATHS = { resource: '/resource', group: '/group', type: '/resource/type' } as const;

/** The resource, group or type that the definition is for. */
function ownerMarkup(definition: AlertDefinitionRest, page: PageTools): MarkupValue {
  const facts = factsOf(definition);
  if (!facts) return definition.links.map((owner) => page.linkTo(owner));
  const { kind, id, name } = facts.owner;
  const anchor = page.anchorTo(`${OWNER_PATHS[kind]}/${id}`, name) ?? name;
  return kind === 'resource' ? anchor : markup`${kind} ${anchor}`;
}

/** A list is no place for a hundred conditions. */
const MOST_CONDITIONS = 3;

function conditionWords(definition: AlertDefinitionRest, most = MOST_CONDITIONS): string | null {
  const conditions = factsOf(definition)?.conditions;
  if (!conditions) return null;
  const left = conditions.length - most;
  const shown = [...conditions.slice(0, most), ...(left > 0 ? [`${left} more`] : [])];
  return shown.length === 0 ? 'none' : shown.join(definition.conditionMode === 'ALL' ? ' and ' : ' or ');
}

function definitionPage(definition: AlertDefinitionRest, page: PageTools): Markup {
  const { recoveryId, conditions, notifications } = definition;
  const ancestry = factsOf(definition)?.owner.ancestry ?? null;
  const blocks = <T>(shape: RecordShape<T>, items: readonly T[] | undefined): Markup | null =>
    items === undefined || items.length === 0
      ? null
      : markup`<ul class="records">${items.map((item) => markup`<li>${resultMarkup(one(shape), item, page)}</li>`)}</ul>`;
  return factTable([
    ['Name', definition.name],
    ['Id', definition.id],
    ['Priority', definition.priority],
    ['Enabled', definition.enabled ? 'Yes' : 'No'],
    ['Condition', conditionWords(definition)],
    ['Defined on', ownerMarkup(definition, page)],
    ['Located in', ancestry === null ? null : locationIn(ancestry, page)],
    ['Dampening', dampeningWords(definition)],
    ['Recovers', recoveryId === 0 ? null : page.anchorTo(`/alert/definition/${recoveryId}`, `${recoveryId}`)],
    ['Conditions', blocks(ALERT_CONDITION, conditions)],
    ['Notifications', blocks(ALERT_NOTIFICATION, notifications)],
  ]);
}

function dampeningWords(definition: AlertDefinitionRest): string {
  const { dampeningCategory, dampeningCount: count, dampeningPeriod: period, dampeningUnit } = definition;
  switch (dampeningCategory) {
    case 'NONE':
      return 'none: each time';
    case 'ONCE':
      return 'once, then disabled';
    case 'CONSECUTIVE_COUNT':
      return `${count} times in a row`;
    case 'PARTIAL_COUNT':
      return `${count} of the last ${period} evaluations`;
    case 'DURATION_COUNT':
      return `${count} times within ${period} ${(dampeningUnit ?? 'MINUTES').toLowerCase()}`;
    case 'INVERSE_COUNT':
      return `once in ${count} times`;
  }
}
