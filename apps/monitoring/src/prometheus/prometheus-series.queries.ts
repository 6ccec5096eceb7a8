import { parameters, Queries } from '@wardstone/database';
import type { Viewer } from '../authorization/viewer';
import { type Bind, seesResource } from '../authorization/visible.sql';
import { hostJoin } from '../resources/resource-row.sql';
import { equalLabels, type EqualLabels, groupsSeen, selectVisibleReceived } from './prometheus-labels.sql';

/** A numeric metric of a resource type. */
export interface DefinitionRow {
  readonly id: number;
  readonly typeId: number;
  readonly name: string;
  readonly isPerMinute: boolean;
  readonly displayName: string;
  readonly description: string | null;
  readonly unit: string;
  readonly isCounter: boolean;
  readonly type: string;
  readonly category: string;
  readonly plugin: string;
}

/** A schedule with the columns of its resource's labels. */
interface OwnRow {
  readonly scheduleId: number;
  readonly intervalMs: number;
  readonly definitionId: number;
  readonly resourceId: number;
  readonly resource: string;
  readonly platform: string;
  /** Names of the groups that the caller sees. */
  readonly groups: readonly string[];
}

/** Selects schedules of metrics that descriptors declare. */
interface OwnSearch {
  readonly definitionIds: readonly number[];
  readonly equal: EqualLabels;
  /** Whether to return one schedule for each resource. */
  readonly onePerResource: boolean;
}

export interface SeriesSearch {
  /** Undefined for none. */
  readonly own: OwnSearch | undefined;
  readonly received: ReceivedSearch | undefined;
  readonly enabledOnly: boolean;
  /** Maximum number of rows of each kind. */
  readonly most: number;
}

/** Original labels of a received series. */
interface LabelsRow {
  readonly scheduleId: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** Selects received series. */
interface ReceivedSearch {
  /** Permitted names of metrics; undefined for all. */
  readonly names: readonly string[] | undefined;
  /** Labels with required values. */
  readonly equal: readonly (readonly [label: string, value: string])[];
}

interface TogetherRows {
  /** Series in no order, by the place of the selector; see `seriesBlocks`. */
  readonly packed: ReadonlyMap<number, Buffer>;
  /** Result of `readDefinitionVersion` at the same moment. */
  readonly definitionVersion: string;
}

interface FoundRows {
  /** Unordered. */
  readonly own: readonly OwnRow[];
  /** Received series in no order; see `seriesBlocks`. */
  readonly received: Buffer;
  /** Result of `readDefinitionVersion` at the same time. */
  readonly definitionVersion: string;
}

/** SQL for each field of a `DefinitionRow`. */
const DEFINITION_FIELDS: Readonly<Record<keyof DefinitionRow, string>> = {
  id: 'd.id',
  typeId: 'd.resource_type_id',
  name: 'd.name',
  isPerMinute: 'd.is_per_minute',
  displayName: 'd.display_name',
  description: 'd.description',
  unit: 'd.unit',
  isCounter: `d.numeric_type = 'TRENDSUP'`,
  type: 't.name',
  category: 't.category',
  plugin: 'p.name',
};
const DEFINITION_COLUMNS = Object.entries(DEFINITION_FIELDS)
  .map(([field, value]) => `${value} AS "${field}"`)
  .join();
const DEFINITIONS = `metric_definition d
         JOIN resource_type t ON t.id = d.resource_type_id
         JOIN plugin p ON p.id = t.plugin_id
        WHERE d.data_type = 'MEASUREMENT' AND NOT d.is_received`;
/** Only registrations change them, and a registration changes the row of its plugin in the same transaction. */
const DEFINITION_VERSION = `SELECT coalesce(md5(string_agg(ROW(p.id, p.md5, p.version, p.modified_at)::text, ',' ORDER BY p.id)), '')
           AS version
         FROM plugin p`;

export class PrometheusSeriesQueries extends Queries {
  /** Definitions of all descriptors. */
  listDefinitions(): Promise<DefinitionRow[]> {
    return this.db.queryOften<DefinitionRow>(`SELECT ${DEFINITION_COLUMNS} FROM ${DEFINITIONS} ORDER BY d.id`);
  }

  /** A text that changes whenever the definitions may have changed. */
  async readDefinitionVersion(): Promise<string> {
    const [row] = await this.db.queryOften<{ version: string }>(DEFINITION_VERSION);
    return row!.version;
  }

  /** Definitions with a schedule that the caller sees; reads every schedule. */
  async listSeenDefinitions(viewer: Viewer): Promise<number[]> {
    const { params, bind } = parameters();
    const isSeen = seesResource(viewer, 'r.id', bind);
    const rows = await this.db.queryOften<{ id: number }>(
      `SELECT d.id FROM metric_definition d
        WHERE d.data_type = 'MEASUREMENT' AND NOT d.is_received
          AND EXISTS (SELECT 1 FROM metric_schedule s JOIN resource r ON r.id = s.resource_id
                       WHERE s.metric_definition_id = d.id AND r.inventory_status = 'COMMITTED' AND ${isSeen})`,
      params,
    );
    return rows.map(({ id }) => id);
  }

  /** Series of both kinds on resources in inventory that the caller sees, in one statement. */
  async findSeries({ own, received, enabledOnly, most }: SeriesSearch, viewer: Viewer): Promise<FoundRows> {
    const { params, bind } = parameters();
    const which = { viewer, bind, ofSchedule: enabledOnly ? 'c.is_enabled' : 'true' };
    const parts = [
      `SELECT NULL::integer AS "scheduleId", NULL::float8 AS "intervalMs", NULL::integer AS "definitionId",
              NULL::integer AS "resourceId", NULL AS resource, NULL AS platform, NULL::text[] AS groups,
              ${received ? `(${packedSeries(receivedSeries(received, which), most)})` : 'NULL::bytea'} AS packed,
              (${DEFINITION_VERSION}) AS version`,
      // A literal, because for a parameter the planner assumes a tenth of all rows.
      ...(own ? [`(${ownSeries(own, which)} LIMIT ${Math.trunc(most)})`] : []),
    ];
    const rows = await this.db.queryOften<FoundRow>(parts.join(' UNION ALL '), params);
    const first = rows.find((row) => row.version !== null)!;
    return {
      own: rows.filter((row) => row.version === null),
      received: first.packed ?? Buffer.alloc(0),
      definitionVersion: first.version,
    };
  }

  /**
   * Received series of several selectors, with one statement.
   * @param equal labels that each selector fixes, including the name
   * @param most maximum number of series of each selector
   */
  async findReceived(
    equal: readonly Readonly<Record<string, string>>[],
    most: number,
    viewer: Viewer,
  ): Promise<TogetherRows> {
    const { params, bind } = parameters(equal.map((labels) => JSON.stringify(labels)));
    const rows = await this.db.queryOften<{ place: number; packed: Buffer | null; version: string | null }>(
      `SELECT 0 AS place, NULL::bytea AS packed, (${DEFINITION_VERSION}) AS version
       UNION ALL
       SELECT n.place::integer - 1, (${packedSeries(seriesWithLabels(viewer, bind), most)}), NULL
         FROM unnest($1::text[]) WITH ORDINALITY AS n (equal, place)`,
      params,
    );
    const packed = new Map<number, Buffer>();
    let definitionVersion = '';
    for (const row of rows) {
      if (row.version !== null) definitionVersion = row.version;
      else if (row.packed) packed.set(row.place, row.packed);
    }
    return { packed, definitionVersion };
  }

  /** Labels of series that came in, which never change. */
  listLabels(scheduleIds: readonly number[]): Promise<LabelsRow[]> {
    return this.db.queryOften(
      `SELECT s.schedule_id AS "scheduleId", s.labels FROM received_series s WHERE s.schedule_id = ANY ($1::integer[])`,
      [scheduleIds],
    );
  }
}

/** Packs series into one binary field, because fields of rows cost more than their content. */
function packedSeries(series: string, most: number): string {
  return `SELECT string_agg(int4send(f.id) || float8send(f.collection_interval_ms), ''::bytea)
            FROM (${series} LIMIT ${Math.trunc(most)}) f`;
}

/** Series with the labels `n.equal`. */
function seriesWithLabels(viewer: Viewer, bind: Bind): string {
  // A resource has few series.
  if (viewer.within !== undefined)
    return `SELECT ${PACKED_COLUMNS} FROM ${selectVisibleReceived(viewer, bind)} AND s.labels @> n.equal::jsonb`;
  // By the labels, then by id (OFFSET 0): without statistics, as after a restore, the server would read all schedules for each selector.
  return `SELECT ${PACKED_COLUMNS}
            FROM (SELECT o.schedule_id FROM received_series o WHERE o.labels @> n.equal::jsonb OFFSET 0) s
           CROSS JOIN LATERAL (SELECT m.id, m.collection_interval_ms FROM metric_schedule m JOIN resource r ON r.id = m.resource_id
                                WHERE m.id = s.schedule_id AND r.inventory_status = 'COMMITTED'
                                  AND ${seesResource(viewer, 'r.id', bind)} OFFSET 0) c`;
}

const PACKED_COLUMNS = 'c.id, c.collection_interval_ms';
const PACKED_SERIES_BYTES = 4 + 8;
/** Reading the labels of this many takes some milliseconds. */
const SERIES_PER_BLOCK = 1_000;

export function countSeries(packed: Buffer): number {
  return packed.length / PACKED_SERIES_BYTES;
}

export interface PackedSeries {
  readonly scheduleId: number;
  readonly intervalMs: number;
}

/** Series of a `packed` field, in blocks that others can wait for. */
export function* seriesBlocks(packed: Buffer): Generator<PackedSeries[]> {
  const count = countSeries(packed);
  for (let at = 0; at < count; at += SERIES_PER_BLOCK) {
    yield Array.from({ length: Math.min(SERIES_PER_BLOCK, count - at) }, (_one, index) => {
      const start = (at + index) * PACKED_SERIES_BYTES;
      return { scheduleId: packed.readInt32BE(start), intervalMs: packed.readDoubleBE(start + 4) };
    });
  }
}

/** A series, or the row with everything else. */
type FoundRow = (OwnRow & { readonly version: null }) | { readonly version: string; readonly packed: Buffer | null };

function ownSeries(
  { definitionIds, equal, onePerResource }: OwnSearch,
  { viewer, bind, ofSchedule }: { viewer: Viewer; bind: Bind; ofSchedule: string },
): string {
  return `SELECT ${onePerResource ? 'DISTINCT ON (r.id)' : ''}
                 c.id, c.collection_interval_ms::float8, c.metric_definition_id, r.id, r.name, host.name,
                 ${groupsSeen(viewer, 'r.id', bind)}, NULL, NULL
            FROM metric_schedule c
            JOIN resource r ON r.id = c.resource_id
            ${hostJoin('r')}
           WHERE c.metric_definition_id = ANY (${bind(definitionIds)}::int[]) AND ${ofSchedule}
             AND r.inventory_status = 'COMMITTED' AND ${seesResource(viewer, 'r.id', bind)} ${equalLabels(equal, bind)}`;
}

function receivedSeries(
  { names, equal }: ReceivedSearch,
  { viewer, bind, ofSchedule }: { viewer: Viewer; bind: Bind; ofSchedule: string },
): string {
  const conditions = [
    ofSchedule,
    ...(names ? [`s.name = ANY (${bind(names)}::text[])`] : []),
    ...equal.map(([label, value]) => `s.labels ->> ${bind(label)} = ${bind(value)}`),
  ];
  return `SELECT ${PACKED_COLUMNS} FROM ${selectVisibleReceived(viewer, bind)} AND ${conditions.join(' AND ')}`;
}
