import { integer, recordShape, text, time } from '@wardstone/media-types';
import type { RecordOf } from '@wardstone/media-types';

export const SEVERITIES = ['DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Source: contract 2, media spec 9.1. */
export const EVENT_DEFINITION = recordShape({
  name: 'EventDefinitionRest',
  element: 'eventDefinitionRest',
  description: 'A kind of events that resources of a type have',
  fields: {
    id: integer('Id of the definition'),
    name: text('Name, by which sources are created'),
    displayName: text('Name for people'),
    description: text('What the events tell', { nullable: true }),
  },
});
export type EventDefinitionRest = RecordOf<typeof EVENT_DEFINITION>;

/** Source: contract 2, media spec 9.1. */
export const EVENT_SOURCE = recordShape({
  name: 'EventSourceRest',
  element: 'source',
  description: 'Where events of a resource come from',
  fields: {
    id: integer('Id of the source'),
    name: text('Name of its event definition'),
    displayName: text('Name of the definition for people'),
    location: text('Place of the events, e.g. the path of a log file'),
    resourceId: integer('Resource the source belongs to'),
    description: text('What the events tell', { nullable: true }),
  },
});
export type EventSourceRest = RecordOf<typeof EVENT_SOURCE>;

/** Source: contract 2, media spec 9.1. */
export const EVENT = recordShape({
  name: 'EventRest',
  element: 'event',
  description: 'Something that happened',
  fields: {
    id: integer('Id of the event, in the order of submission'),
    detail: text('Message'),
    sourceId: integer('Source of the event'),
    timestamp: time('When it happened'),
    // In any letter case on input, hence not an enumeration of the reader.
    severity: text('How grave it is', { oneOf: SEVERITIES }),
  },
});
export type EventRest = RecordOf<typeof EVENT>;
