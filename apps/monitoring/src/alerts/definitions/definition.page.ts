import { AlertConditionRest, type AlertDefinitionRest, AlertNotificationRest } from '@wardstone/dto/monitoring';
import { type Markup, markup, type MarkupValue } from '@wardstone/markup';
import { factTable, one, type PageTools, type RecordView, type ResultKind, resultMarkup } from '@wardstone/media-types';
import { locationIn } from '../../resources/resource-markup';

/** Under a symbol, so that pages alone show it. */
const WORDS = Symbol('words');

/** Adds the condition in words. */
export function withWords(condition: AlertConditionRest, words: string): AlertConditionRest {
  return Object.assign(condition, { [WORDS]: words });
}

export const ALERT_CONDITION_PAGE: RecordView<AlertConditionRest> = {
  html: (condition) =>
    factTable([
      ['Condition', (condition as { [WORDS]?: string })[WORDS] ?? condition.name],
      ['Note', condition.note],
      ['Category', condition.category],
      ['Id', condition.id],
      ['Metric definition', condition.measurementDefinition === 0 ? null : condition.measurementDefinition],
    ]),
};

const CONDITION = one(AlertConditionRest, ALERT_CONDITION_PAGE);
const NOTIFICATION = one(AlertNotificationRest);

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
  /** The conditions in words. */
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
export const ALERT_DEFINITION_PAGE: RecordView<AlertDefinitionRest> = {
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
  const blocks = (kind: ResultKind, items: readonly object[] | undefined): Markup | null =>
    items === undefined || items.length === 0
      ? null
      : markup`<ul class="records">${items.map((item) => markup`<li>${resultMarkup(kind, item, page)}</li>`)}</ul>`;
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
    ['Conditions', blocks(CONDITION, conditions)],
    ['Notifications', blocks(NOTIFICATION, notifications)],
  ]);
}

function dampeningWords(definition: AlertDefinitionRest): string {
  const { dampeningCategory, dampeningCount: count, dampeningPeriod: period, dampeningUnit } = definition;
  switch (dampeningCategory) {
    case 'NONE':
      return 'none: every time';
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
