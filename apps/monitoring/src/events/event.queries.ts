import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parameters, Queries, type Transaction } from '@wardstone/database';
import type { EventDefinitionRest, EventRest, EventSourceRest, Severity } from '@wardstone/dto/monitoring';
import { from as copyFrom } from 'pg-copy-streams';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';
import { EventSourceEntity } from './event-source.entity';

/** A source, and whether the viewer sees its resource. */
type SeenSource = EventSourceRest & { isSeen: boolean };

/** Source of events. */
export type EventPlace = Omit<EventSourceEntity, 'id'>;

/** An event as submitted. */
export interface SubmittedEvent {
  sourceId: number;
  timeMs: number;
  severity: Severity;
  /** Full text; the stored one may be truncated. */
  detail: string;
  /** Id of another system's alert that the event reports; not stored with the event. */
  externalId?: number;
}

type NumberedEvent = SubmittedEvent & { id: number };

/** Filters of events; undefined matches any. Bounds are inclusive. */
export interface EventFilter {
  owner: 'source' | 'resource';
  ownerId: number;
  startMs: number | undefined;
  endMs: number | undefined;
  severity: Severity | undefined;
}

const SOURCE_COLUMNS = `s.id, d.name, d.display_name AS "displayName", s.location, s.resource_id AS "resourceId", d.description`;
const EVENT_COLUMNS = 'e.id, e.detail, e.source_id AS "sourceId", e.time_ms AS timestamp, e.severity';
const SOURCE_TABLES = 'event_source s JOIN event_definition d ON d.id = s.event_definition_id';
const OWNER_COLUMNS = { source: 's.id', resource: 's.resource_id' } as const;

/** Number of events in one chunk of the COPY stream. */
const EVENTS_PER_PIECE = 500;

export class EventQueries extends Queries {
  /** Definitions of the resource's type, as declared. */
  listDefinitions(resourceId: number): Promise<EventDefinitionRest[]> {
    return this.db.query<EventDefinitionRest>(
      `SELECT d.id, d.name, d.display_name AS "displayName", d.description
         FROM resource r JOIN event_definition d ON d.resource_type_id = r.resource_type_id
        WHERE r.id = $1 ORDER BY d.position, d.id`,
      [resourceId],
    );
  }

  /** Sources of the resource, by id. */
  listSources(resourceId: number): Promise<EventSourceRest[]> {
    return this.db.query<EventSourceRest>(
      `SELECT ${SOURCE_COLUMNS} FROM ${SOURCE_TABLES} WHERE s.resource_id = $1 ORDER BY s.id`,
      [resourceId],
    );
  }

  /** The source, and whether the viewer sees its resource. In a transaction, it is locked against removal. */
  findSource(id: number, viewer: Viewer, tx?: Transaction): Promise<SeenSource | undefined> {
    const { params, bind } = parameters(id);
    const isSeen = seesResource(viewer, 's.resource_id', bind);
    return (tx ?? this.db).first<SeenSource>(
      `SELECT ${SOURCE_COLUMNS}, ${isSeen} AS "isSeen" FROM ${SOURCE_TABLES} WHERE s.id = $1
       ${tx ? 'FOR KEY SHARE OF s' : ''}`,
      params,
    );
  }

  /** Creates the source; undefined if it exists. */
  async insertSource(source: EventPlace): Promise<number | undefined> {
    const sources = this.db.repository(EventSourceEntity).createQueryBuilder();
    const inserted = await sources.insert().values(source).orIgnore().returning('id').execute();
    return (inserted.raw as { id: number }[])[0]?.id;
  }

  /** Sources of the places, created if needed; locked against deletion until the transaction ends. */
  async requireSources(tx: Transaction, places: readonly EventPlace[]): Promise<(EventPlace & { id: number })[]> {
    const given = `jsonb_to_recordset($1::jsonb) AS w(resource_id integer, event_definition_id integer, location text)`;
    const params = [JSON.stringify(places)];
    await tx.query(
      `INSERT INTO event_source (resource_id, event_definition_id, location)
       SELECT w.resource_id, w.event_definition_id, w.location FROM ${given}
        ORDER BY w.resource_id, w.event_definition_id, w.location
       ON CONFLICT DO NOTHING`,
      params,
    );
    return tx.query<EventPlace & { id: number }>(
      `SELECT s.id, s.resource_id, s.event_definition_id, s.location
         FROM ${given}
         JOIN event_source s
           ON s.resource_id = w.resource_id AND s.event_definition_id = w.event_definition_id
          AND md5(s.location) = md5(w.location)
          FOR KEY SHARE OF s`,
      params,
    );
  }

  /** Removes the source with its events. */
  async deleteSource(id: number): Promise<void> {
    await this.db.repository(EventSourceEntity).delete({ id });
  }

  /** A range of the events, by id; `newest` counts from the end. */
  async list(
    filter: EventFilter,
    { limit, offset }: { limit: number; offset: number },
    newest = false,
  ): Promise<EventRest[]> {
    const params: unknown[] = [filter.ownerId, limit, offset];
    const conditions = toConditions(filter, params);
    const direction = newest ? 'DESC' : 'ASC';
    // Each source supplies its first rows by its own index.
    const rows = await this.db.query<EventRest>(
      `SELECT ${EVENT_COLUMNS}
         FROM event_source s
        CROSS JOIN LATERAL (
          SELECT e.id, e.detail, e.source_id, e.time_ms, e.severity FROM event e
           WHERE e.source_id = s.id ${conditions}
           ORDER BY e.id ${direction} LIMIT $2::bigint + $3::bigint) e
        WHERE ${OWNER_COLUMNS[filter.owner]} = $1
        ORDER BY e.id ${direction} LIMIT $2 OFFSET $3`,
      params,
    );
    return newest ? rows.reverse() : rows;
  }

  async count(filter: EventFilter): Promise<number> {
    const params: unknown[] = [filter.ownerId];
    const conditions = toConditions(filter, params);
    const total = await this.db.value<number>(
      `SELECT count(*) FROM event_source s JOIN event e ON e.source_id = s.id
        WHERE ${OWNER_COLUMNS[filter.owner]} = $1 ${conditions}`,
      params,
    );
    return total!;
  }

  /** Reserves ids for a number of events, ascending. */
  takeIds(tx: Transaction, count: number): Promise<number[]> {
    return tx.ids(`SELECT nextval(pg_get_serial_sequence('event', 'id')) AS id FROM generate_series(1, $1)`, [count]);
  }

  async copy(tx: Transaction, events: readonly NumberedEvent[]): Promise<void> {
    const copy = tx.client.query(copyFrom('COPY event (id, time_ms, source_id, severity, detail) FROM STDIN'));
    await pipeline(Readable.from(toPieces(events)), copy);
  }

  /** The source and resource of an event, by id of the source. */
  async describeSources(
    tx: Transaction,
    ids: readonly number[],
  ): Promise<Map<number, { resourceId: number; definition: string; location: string }>> {
    const rows = await tx.query<EventSourceRest>(
      `SELECT ${SOURCE_COLUMNS} FROM ${SOURCE_TABLES} WHERE s.id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(
      rows.map(({ id, resourceId, name: definition, location }) => [id, { resourceId, definition, location }]),
    );
  }

  /** Deletes some events older than the time; returns the number. */
  async purge(beforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query<{ count: number }>(
      `WITH gone AS (
         DELETE FROM event WHERE ctid = ANY (ARRAY (SELECT e.ctid FROM event e WHERE e.time_ms < $1 LIMIT $2))
         RETURNING 1)
       SELECT count(*) FROM gone`,
      [beforeMs, limit],
    );
    return rows[0]!.count;
  }
}

function toConditions({ startMs, endMs, severity }: EventFilter, params: unknown[]): string {
  return [
    ...(startMs === undefined ? [] : [`AND e.time_ms >= $${params.push(startMs)}`]),
    ...(endMs === undefined ? [] : [`AND e.time_ms <= $${params.push(endMs)}`]),
    ...(severity === undefined ? [] : [`AND e.severity = $${params.push(severity)}`]),
  ].join(' ');
}

function* toPieces(events: readonly NumberedEvent[]): Generator<Buffer> {
  for (let first = 0; first < events.length; first += EVENTS_PER_PIECE) {
    yield Buffer.from(
      events
        .slice(first, first + EVENTS_PER_PIECE)
        .map(toLine)
        .join(''),
    );
  }
}

/** A line in the text format of COPY. */
function toLine({ id, timeMs, sourceId, severity, detail }: NumberedEvent): string {
  return `${id}\t${timeMs}\t${sourceId}\t${severity}\t${escaped(detail)}\n`;
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escaped(text: string): string {
  return text.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character]!);
}
