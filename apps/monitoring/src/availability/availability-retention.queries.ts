import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';

@Injectable()
export class AvailabilityRetentionQueries {
  constructor(private readonly db: Database) {}

  /** Erases some stretches of availability that ended before then; the one that lasts always stays. Returns how many. */
  async erase(endedBeforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM availability_record a
        WHERE a.id IN (SELECT o.id FROM availability_record o
                        WHERE o.until_ms IS NOT NULL AND o.until_ms < $1 ORDER BY o.until_ms LIMIT $2)
       RETURNING a.id`,
      [endedBeforeMs, limit],
    );
    return rows.length;
  }
}
