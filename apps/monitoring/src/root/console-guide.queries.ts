import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';

/** What the pages about a resource have to know of it. */
export interface ResourcePlace {
  id: number;
  name: string;
  parentId: number | null;
  ancestry: string | null;
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
}
