import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import { idsOfSubtree } from '../resources/resource-row.sql';
import type { Viewer } from '../authorization/viewer';
import { seesResource } from '../authorization/visible.sql';

/** What the pages about a resource have to know of it. */
export interface ResourcePlace {
  id: number;
  name: string;
  parentId: number | null;
  ancestry: string | null;
}

/** The same of a metric schedule, and the resource it belongs to. */
export interface SchedulePlace {
  metric: string;
  dataType: string;
  hasBaseline: boolean;
  hasTrait: boolean;
  resource: ResourcePlace;
}

@Injectable()
export class ConsoleGuideQueries {
  constructor(private readonly db: Database) {}

  /** The caller's access to the page has been checked. */
  async findPlace(id: number): Promise<ResourcePlace | undefined> {
    const [row] = await this.db.query<ResourcePlace>(
      `SELECT r.id, r.name, r.parent_id AS "parentId", r.ancestry FROM resource r WHERE r.id = $1`,
      [id],
    );
    return row;
  }

  /** The alerts of the resource and of all below it, as far as the viewer sees them; counts no further than `most`. */
  async countAlerts(id: number, viewer: Viewer, most: number): Promise<number> {
    const params: unknown[] = [id, most];
    const isSeen = seesResource(viewer, 'a.resource_id', (value) => `$${params.push(value)}`);
    const [row] = await this.db.query<{ total: number }>(
      `SELECT count(*)::integer AS total
         FROM (SELECT 1 FROM alert a WHERE a.resource_id = ANY (${idsOfSubtree('$1')}) AND ${isSeen} LIMIT $2) counted`,
      params,
    );
    return row!.total;
  }

  async findSchedulePlace(id: number): Promise<SchedulePlace | undefined> {
    const [row] = await this.db.query<ResourcePlace & Omit<SchedulePlace, 'resource'>>(
      `SELECT d.display_name AS metric, d.data_type AS "dataType",
              EXISTS(SELECT 1 FROM metric_baseline b WHERE b.schedule_id = s.id) AS "hasBaseline",
              EXISTS(SELECT 1 FROM trait_value v WHERE v.schedule_id = s.id) AS "hasTrait",
              r.id, r.name, r.parent_id AS "parentId", r.ancestry
         FROM metric_schedule s
         JOIN metric_definition d ON d.id = s.metric_definition_id
         JOIN resource r ON r.id = s.resource_id
        WHERE s.id = $1`,
      [id],
    );
    if (!row) return undefined;
    const { metric, dataType, hasBaseline, hasTrait, ...resource } = row;
    return { metric, dataType, hasBaseline, hasTrait, resource };
  }
}
