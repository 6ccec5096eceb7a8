import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@wardstone/database';
import type { MetricDataType } from '@wardstone/dto/monitoring';
import type { Unit } from '@wardstone/units';
import type { ScheduleRow } from './schedule-record';
import { mayDo, seesEverything, type Submitter, type Viewer } from '../../authorization/viewer';
import { type Bind, seesResource, submitsTo } from '../../authorization/visible.sql';

/** A schedule, what it measures, and whether the viewer sees its resource. */
export interface FoundSchedule {
  readonly id: number;
  readonly resourceId: number;
  readonly isSeen: boolean;
  readonly isInInventory: boolean;
  readonly definitionId: number;
  readonly dataType: MetricDataType;
  readonly isEnabled: boolean;
  readonly collectionIntervalMs: number;
  readonly modifiedMs: number;
  readonly name: string;
  readonly displayName: string;
  readonly unit: Unit;
  readonly isPerMinute: boolean;
  readonly resourceName: string;
}

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
  constructor(private readonly db: Database) {}

  /** Those of the schedules that there are, in no order. */
  find(ids: readonly number[], viewer: Viewer, transaction?: Transaction): Promise<FoundSchedule[]> {
    // A plan for one is kept; one for many depends on how many.
    return ids.length === 1
      ? this.select('one', 's.id = $1', ids, sightOf(viewer), transaction)
      : this.select('id', 's.id = ANY ($1::int[])', [ids], sightOf(viewer), transaction);
  }

  /** The schedule, seen if the caller may submit its values. */
  async findForSubmission(id: number, submitter: Submitter): Promise<FoundSchedule | undefined> {
    const [schedule] = await this.select('one', 's.id = $1', [id], submissionOf(submitter));
    return schedule;
  }

  /** The schedules of a resource whose metrics have numbers, by display name. */
  findNumericOfResource(resourceId: number, viewer: Viewer): Promise<FoundSchedule[]> {
    return this.select(
      'resource',
      `s.resource_id = $1 AND d.data_type = 'MEASUREMENT' ORDER BY d.display_name, s.id`,
      [resourceId],
      sightOf(viewer),
    );
  }

  /** Locks the schedule against other changes until the transaction ends; false if there is none. */
  lock(id: number, transaction: Transaction): Promise<boolean> {
    return transaction.hasRow(`SELECT 1 FROM metric_schedule s WHERE s.id = $1 FOR UPDATE`, [id]);
  }

  async update(
    id: number,
    {
      isEnabled,
      collectionIntervalMs,
      modifiedMs,
    }: Pick<FoundSchedule, 'isEnabled' | 'collectionIntervalMs' | 'modifiedMs'>,
    transaction: Transaction,
  ): Promise<void> {
    await transaction.query(
      `UPDATE metric_schedule SET is_enabled = $2, collection_interval_ms = $3, modified_ms = $4 WHERE id = $1`,
      [id, isEnabled, collectionIntervalMs, modifiedMs],
    );
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

/** What it takes to see a schedule. A prepared statement has one text: there is one for each form of the condition. */
interface Sight {
  name: string;
  condition: (bind: Bind) => string;
}

function sightOf(viewer: Viewer): Sight {
  const name = seesEverything(viewer) ? 'all' : viewer.roles.length === 0 ? 'none' : 'roles';
  return { name, condition: (bind) => seesResource(viewer, 's.resource_id', bind) };
}

function submissionOf(submitter: Submitter): Sight {
  const held = submitter.ownOnly || submitter.roles.length === 0 ? 'own' : 'own_or_seen';
  const name = seesEverything(submitter) ? 'all' : mayDo(submitter, 'SUBMIT_METRICS') ? held : 'none';
  return { name, condition: (bind) => submitsTo(submitter, 'r', bind) };
}

function toSchedule(row: Row): FoundSchedule {
  const [id, resourceId, isSeen, isInInventory, definitionId, dataType, isEnabled, ...rest] = row;
  const [collectionIntervalMs, modifiedMs, name, displayName, unit, isPerMinute, resourceName] = rest;
  return {
    ...{ id, resourceId, isSeen, isInInventory, definitionId, dataType, isEnabled },
    ...{ collectionIntervalMs, modifiedMs, name, displayName, unit, isPerMinute, resourceName },
  };
}

/** As lists of schedules have it. */
export function toRow(schedule: FoundSchedule): ScheduleRow {
  return {
    id: schedule.id,
    resource_id: schedule.resourceId,
    metric_definition_id: schedule.definitionId,
    name: schedule.name,
    display_name: schedule.displayName,
    unit: schedule.unit,
    data_type: schedule.dataType,
    is_enabled: schedule.isEnabled,
    collection_interval_ms: String(schedule.collectionIntervalMs),
    modified_ms: String(schedule.modifiedMs),
  };
}
