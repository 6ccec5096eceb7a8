import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';

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
  constructor(@Inject(Database) private readonly db: Database) {}

  /** Whoever asks has been let see the page already. */
  async findPlace(id: number): Promise<ResourcePlace | undefined> {
    const [row] = await this.db.query<ResourcePlace>(
      `SELECT r.id, r.name, r.parent_id AS "parentId", r.ancestry FROM resource r WHERE r.id = $1`,
      [id],
    );
    return row;
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
