import { Injectable } from '@nestjs/common';
import { BatchedLookup, Database } from '@wardstone/database';
import type { MetricDataType } from '@wardstone/dto/monitoring';
import { seesEverything, type Viewer } from '../../authorization/viewer';
import { seesResource } from '../../authorization/visible.sql';
import type { ScheduleRow } from './schedule-record';

/** Undefined stands for any. */
export interface ScheduleFilter {
  dataType: MetricDataType | undefined;
  name: string | undefined;
  enabledOnly: boolean;
}

/** The schedules of a resource, and whether the viewer sees it. */
export interface FoundSchedules {
  isSeen: boolean;
  schedules: readonly ScheduleRow[];
}

/** The most frequent request. */
const COLLECTED: ScheduleFilter = { dataType: undefined, name: undefined, enabledOnly: true };

type Row = (ScheduleRow | { id: null }) & { of_resource: number; is_seen: boolean };

@Injectable()
export class ScheduleQueries {
  private readonly collected = new BatchedLookup((ids: readonly number[]) => this.listAll(ids, COLLECTED));

  constructor(private readonly db: Database) {}

  /** In the order in which the plugin declares the metrics; undefined without such a resource. */
  async listOfResource(id: number, filter: ScheduleFilter, viewer: Viewer): Promise<FoundSchedules | undefined> {
    const { dataType, name, enabledOnly } = filter;
    const isUsual = seesEverything(viewer) && dataType === undefined && name === undefined && enabledOnly;
    return isUsual ? this.collected.find(id) : (await this.listAll([id], filter, viewer)).get(id);
  }

  /** @param viewer one who sees everything, unless given */
  private async listAll(
    ids: readonly number[],
    { dataType, name, enabledOnly }: ScheduleFilter,
    viewer?: Viewer,
  ): Promise<ReadonlyMap<number, FoundSchedules>> {
    const params: unknown[] = [ids, dataType ?? null, name ?? null, enabledOnly];
    const isSeen = viewer ? seesResource(viewer, 'r.id', (value) => `$${params.push(value)}`) : 'true';
    const rows = await this.db.queryOften<Row>(
      `SELECT r.id AS of_resource, ${isSeen} AS is_seen, s.id, s.resource_id, s.metric_definition_id, d.name,
              d.display_name, d.unit, d.data_type, s.is_enabled, s.collection_interval_ms, s.modified_ms
         FROM resource r
         LEFT JOIN (metric_schedule s JOIN metric_definition d ON d.id = s.metric_definition_id)
           ON s.resource_id = r.id
          AND ($2::text IS NULL OR d.data_type = $2)
          AND ($3::text IS NULL OR d.name = $3)
          AND (s.is_enabled OR NOT $4::boolean)
        WHERE r.id = ANY ($1::int[])
        ORDER BY d.position, s.id`,
      params,
    );
    const found = new Map<number, FoundSchedules & { schedules: ScheduleRow[] }>();
    for (const row of rows) {
      const ofResource = found.get(row.of_resource) ?? { isSeen: row.is_seen, schedules: [] };
      if (row.id !== null) ofResource.schedules.push(row);
      found.set(row.of_resource, ofResource);
    }
    return found;
  }
}
