import { Injectable } from '@nestjs/common';
import { BatchedLookup, Database, parameters, type Transaction } from '@wardstone/database';
import type { MetricDataType } from '@wardstone/dto/monitoring';
import type { Unit } from '@wardstone/units';
import type { ScheduleRow } from './schedule-record';
import { mayDo, seesEverything, type Submitter, type Viewer } from '../../authorization/viewer';
import { type Bind, seesResource, submitsTo } from '../../authorization/visible.sql';
import { arrayText } from '../storage/array-text.sql';

/** A schedule with its metric, and whether the viewer sees its resource. */
export interface FoundSchedule extends ScheduleRow {
  readonly isSeen: boolean;
  readonly isInInventory: boolean;
  readonly isPerMinute: boolean;
  readonly resourceName: string;
}

/** Undefined matches any. */
export interface ScheduleFilter {
  dataType: MetricDataType | undefined;
  name: string | undefined;
  enabledOnly: boolean;
}

/** A schedule with its position in the list of its resource. */
interface ListedSchedule extends ScheduleRow {
  readonly position: number;
}

/** The first schedules of a resource, and whether the viewer sees it. */
interface SchedulesOfResource {
  isSeen: boolean;
  schedules: ListedSchedule[];
}

/** Number of schedules of a resource that are read at once. */
const SCHEDULES_PER_BLOCK = 1_000;

/** Filter of the most frequent request. */
const COLLECTED: ScheduleFilter = { dataType: undefined, name: undefined, enabledOnly: true };

type ListedRow = (ListedSchedule | { id: null }) & { ofResource: number; isSeen: boolean };

type Row = [
  number,
  number,
  boolean,
  boolean,
  number,
  MetricDataType,
  boolean,
  number,
  number,
  string,
  string,
  Unit,
  boolean,
  string,
];

@Injectable()
export class MetricScheduleQueries {
  private readonly collected = new BatchedLookup((ids: readonly number[]) => this.listAll(ids, COLLECTED));
  private readonly seen = new BatchedLookup(async (ids: readonly number[]) => {
    const found = await this.selectById(ids, SEES_ALL);
    return new Map(found.map((schedule) => [schedule.id, schedule]));
  });

  constructor(private readonly db: Database) {}

  /** Existing schedules among the ids, unordered. */
  async find(ids: readonly number[], viewer: Viewer, transaction?: Transaction): Promise<FoundSchedule[]> {
    if (ids.length !== 1 || transaction || !seesEverything(viewer)) {
      return this.selectById(ids, toSight(viewer), transaction);
    }
    const schedule = await this.seen.find(ids[0]!);
    return schedule ? [schedule] : [];
  }

  /** The schedule; visible if the caller may submit its values. */
  async findForSubmission(id: number, submitter: Submitter): Promise<FoundSchedule | undefined> {
    const [schedule] = await this.select('one', 's.id = $1', [id], getSubmission(submitter));
    return schedule;
  }

  /** Schedules of a resource's numeric metrics, by display name. */
  findNumericOfResource(resourceId: number, viewer: Viewer): Promise<FoundSchedule[]> {
    return this.select(
      'resource',
      `s.resource_id = $1 AND d.data_type = 'MEASUREMENT' ORDER BY d.display_name, s.id`,
      [resourceId],
      toSight(viewer),
    );
  }

  /** The first schedules, in the order of declaration; undefined if the resource does not exist. */
  async listOfResource(id: number, filter: ScheduleFilter, viewer: Viewer): Promise<SchedulesOfResource | undefined> {
    const { dataType, name, enabledOnly } = filter;
    const isUsual = seesEverything(viewer) && dataType === undefined && name === undefined && enabledOnly;
    return isUsual ? this.collected.find(id) : (await this.listAll([id], filter, viewer)).get(id);
  }

  /** The remaining schedules in blocks. */
  async *listOthers(
    id: number,
    filter: ScheduleFilter,
    first: readonly ListedSchedule[],
  ): AsyncGenerator<ListedSchedule[], void> {
    let block = first;
    while (block.length === SCHEDULES_PER_BLOCK) {
      const found = await this.listAll([id], filter, undefined, block.at(-1));
      const { schedules } = found.get(id) ?? { schedules: [] };
      if (schedules.length > 0) yield schedules;
      block = schedules;
    }
  }

  /** Locks the schedule against other changes until the transaction ends; false if it does not exist. */
  lock(id: number, transaction: Transaction): Promise<boolean> {
    return transaction.hasRow(`SELECT 1 FROM metric_schedule s WHERE s.id = $1 FOR UPDATE`, [id]);
  }

  async update(
    id: number,
    { isEnabled, collectionIntervalMs, modifiedMs }: ScheduleRow,
    transaction: Transaction,
  ): Promise<void> {
    await transaction.query(
      `UPDATE metric_schedule SET is_enabled = $2, collection_interval_ms = $3, modified_ms = $4 WHERE id = $1`,
      [id, isEnabled, collectionIntervalMs, modifiedMs],
    );
  }

  /** @param viewer by default one who sees everything */
  private async listAll(
    ids: readonly number[],
    { dataType, name, enabledOnly }: ScheduleFilter,
    viewer?: Viewer,
    after?: ListedSchedule,
  ): Promise<ReadonlyMap<number, SchedulesOfResource>> {
    const { params, bind } = parameters(ids, dataType ?? null, name ?? null, enabledOnly);
    const isBehind = after ? `AND (d.position, s.id) > (${bind(after.position)}, ${bind(after.id)})` : '';
    const isSeen = viewer ? seesResource(viewer, 'r.id', bind) : 'true';
    const rows = await this.db.queryOften<ListedRow>(
      `SELECT r.id AS "ofResource", ${isSeen} AS "isSeen", listed.*
         FROM resource r
         LEFT JOIN LATERAL (
           SELECT s.id, d.position, s.resource_id AS "resourceId", s.metric_definition_id AS "definitionId", d.name,
                  d.display_name AS "displayName", d.unit, d.data_type AS "dataType", s.is_enabled AS "isEnabled",
                  s.collection_interval_ms AS "collectionIntervalMs", s.modified_ms AS "modifiedMs"
             FROM metric_schedule s
             JOIN metric_definition d ON d.id = s.metric_definition_id
            WHERE s.resource_id = r.id
              AND ($2::text IS NULL OR d.data_type = $2)
              AND ($3::text IS NULL OR d.name = $3)
              AND (s.is_enabled OR NOT $4::boolean) ${isBehind}
            ORDER BY d.position, s.id
            LIMIT ${SCHEDULES_PER_BLOCK}) listed ON TRUE
        WHERE r.id = ANY ($1::int[])
        ORDER BY listed.position, listed.id`,
      params,
    );
    const found = new Map<number, SchedulesOfResource>();
    for (const row of rows) {
      const ofResource = found.get(row.ofResource) ?? { isSeen: row.isSeen, schedules: [] };
      if (row.id !== null) ofResource.schedules.push(row);
      found.set(row.ofResource, ofResource);
    }
    return found;
  }

  private selectById(ids: readonly number[], sight: Sight, transaction?: Transaction): Promise<FoundSchedule[]> {
    // The plan for one is cached; that for many depends on their number.
    return ids.length === 1
      ? this.select('one', 's.id = $1', ids, sight, transaction)
      : this.select('id', 's.id = ANY ($1::int[])', [arrayText(ids)], sight, transaction);
  }

  private async select(
    name: string,
    condition: string,
    params: readonly unknown[],
    sight: Sight,
    transaction?: Transaction,
  ): Promise<FoundSchedule[]> {
    const all = [...params];
    const isSeen = sight.condition((value) => `$${all.push(value)}`);
    const rows = await this.db.queryPrepared<Row>(
      `metric_schedule_${name}_${sight.name}`,
      `SELECT s.id, s.resource_id, ${isSeen}, r.inventory_status = 'COMMITTED', d.id, d.data_type, s.is_enabled,
              s.collection_interval_ms, s.modified_ms, d.name, d.display_name, d.unit, d.is_per_minute, r.name
         FROM metric_schedule s
         JOIN metric_definition d ON d.id = s.metric_definition_id
         JOIN resource r ON r.id = s.resource_id
        WHERE ${condition}`,
      all,
      transaction,
    );
    return rows.map(toSchedule);
  }
}

/**
 * Visibility condition of a schedule. A prepared statement has one text, so each form of the condition needs its own.
 */
interface Sight {
  name: string;
  condition: (bind: Bind) => string;
}

const SEES_ALL: Sight = { name: 'all', condition: () => 'true' };

function toSight(viewer: Viewer): Sight {
  const name = seesEverything(viewer) ? 'all' : viewer.roles.length === 0 ? 'none' : 'roles';
  return { name, condition: (bind) => seesResource(viewer, 's.resource_id', bind) };
}

function getSubmission(submitter: Submitter): Sight {
  const held = submitter.ownOnly || submitter.roles.length === 0 ? 'own' : 'own_or_seen';
  const name = seesEverything(submitter) ? 'all' : mayDo(submitter, 'SUBMIT_METRICS') ? held : 'none';
  return { name, condition: (bind) => submitsTo(submitter, 'r', bind) };
}

function toSchedule(row: Row): FoundSchedule {
  return {
    id: row[0],
    resourceId: row[1],
    isSeen: row[2],
    isInInventory: row[3],
    definitionId: row[4],
    dataType: row[5],
    isEnabled: row[6],
    collectionIntervalMs: row[7],
    modifiedMs: row[8],
    name: row[9],
    displayName: row[10],
    unit: row[11],
    isPerMinute: row[12],
    resourceName: row[13],
  };
}
