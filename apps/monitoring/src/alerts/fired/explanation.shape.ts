import { dateText, factTable, flag, integer, record, recordShape, records, text, time } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';
import { DAMPENING_CATEGORIES, DAMPENING_UNITS } from '../domain/dampening';
import { DELIVERY_STATES } from '../domain/delivery';
import { CONDITION_MODES } from '../domain/evaluate';

/** A moment, since there are no lists of bare times. */
const OCCURRENCE = recordShape({
  name: 'AlertOccurrence',
  element: 'occurrence',
  description: 'Conditions came true',
  fields: { time: time('When, by the clock of the server') },
});

const EXPLAINED_CONDITION = recordShape({
  name: 'ExplainedCondition',
  element: 'explainedCondition',
  description: 'A condition as it was when the alert fired, and what it made of the facts',
  fields: {
    id: integer('Id it had then'),
    category: text('Category'),
    description: text('What it asks for'),
    matched: flag('Whether it held'),
    value: text('The value that made it hold', { nullable: true }),
    valueText: text('The same in the unit of the metric, for people', { nullable: true }),
    dataTime: time('Time of that value, in ms', { nullable: true }),
  },
  html: ({ description, matched, valueText, dataTime }) =>
    factTable([
      ['Condition', description],
      ['Held', matched ? 'Yes' : 'No'],
      ['Value', valueText],
      ['Time', dataTime === null ? null : dateText(dataTime)],
    ]),
});

const ATTEMPT = recordShape({
  name: 'NotificationAttempt',
  element: 'attempt',
  description: 'An attempt to deliver a notification',
  fields: {
    time: time('When it ended'),
    state: text('What was known then', { oneOf: DELIVERY_STATES }),
    message: text('Who was reached, and what went wrong'),
  },
});

const EXPLAINED_NOTIFICATION = recordShape({
  name: 'ExplainedNotification',
  element: 'explainedNotification',
  description: 'Whom the alert was to be told to',
  fields: {
    senderName: text('Name of the sender'),
    settled: flag('Whether nothing more is tried'),
    attempts: records('Every attempt, the oldest first', ATTEMPT),
  },
});

const DAMPENING = recordShape({
  name: 'ExplainedDampening',
  element: 'dampening',
  description: 'Which occurrences became alerts then',
  fields: {
    category: text('Category', { oneOf: DAMPENING_CATEGORIES }),
    count: integer('Occurrences'),
    period: integer('Evaluations or time units'),
    unit: text('Unit of the period', { nullable: true, oneOf: DAMPENING_UNITS }),
  },
});

/** Why an alert fired. */
export const ALERT_EXPLANATION = recordShape({
  name: 'AlertExplanation',
  element: 'alertExplanation',
  description: 'Why an alert fired: the rules as they were, the facts that met them, and what was told to whom',
  fields: {
    alertId: integer('Id of the alert'),
    definitionId: integer('Id of the definition'),
    firedTime: time('When it fired'),
    summary: text('The same in words'),
    conditionMode: text('Whether one condition had to hold or all', { oneOf: CONDITION_MODES }),
    conditions: records('Every condition of the definition', EXPLAINED_CONDITION),
    dampening: record('Which occurrences became alerts', DAMPENING),
    occurrences: records('The occurrences that dampening counted, the oldest first', OCCURRENCE),
    notifications: records('Who was told', EXPLAINED_NOTIFICATION),
  },
});
export type AlertExplanation = RecordOf<typeof ALERT_EXPLANATION>;
