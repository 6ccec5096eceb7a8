import { dateText, factTable, integer, recordShape, records, text, texts, time } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

const MATCH = recordShape({
  name: 'DryRunMatch',
  element: 'match',
  description: 'A condition that would have held',
  fields: {
    condition: integer('Number of the condition in the definition, from 1'),
    description: text('What it asks for'),
    value: text('The value that would have made it hold'),
    valueText: text('The same in the unit of the metric, for people'),
    dataTime: time('Time of that value'),
  },
  html: ({ description, valueText, dataTime }) =>
    factTable([
      ['Condition', description],
      ['Value', valueText],
      ['Time', dateText(dataTime)],
    ]),
});

const FIRING = recordShape({
  name: 'DryRunAlert',
  element: 'alert',
  description: 'An alert that would have fired',
  fields: {
    time: time('When'),
    summary: text('Why'),
    matches: records('The conditions that would have held', MATCH),
  },
});

export const DRY_RUN = recordShape({
  name: 'DryRun',
  element: 'dryRun',
  description: 'What a definition would have made of what has happened',
  fields: {
    resourceId: integer('The resource'),
    startTime: time('First moment of the time looked at'),
    endTime: time('End of the time looked at, exclusive'),
    facts: integer('Facts that were offered to the conditions'),
    alertCount: integer('Alerts that would have fired'),
    alerts: records('The first thousand of them, the oldest first', FIRING),
    notes: texts('What may make it differ from what would have happened live, and what is odd about the definition'),
  },
});
export type DryRun = RecordOf<typeof DRY_RUN>;
