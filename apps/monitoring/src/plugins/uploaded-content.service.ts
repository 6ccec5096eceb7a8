import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';

const HANDLE = /^rhq-rest-[A-Za-z0-9]{1,40}\.bin$/;

/** Content that clients have uploaded, by its handle (content spec 4). */
@Injectable()
export class UploadedContent {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Key of the content in the store; from here it lives another day. @throws content_not_found */
  async requireKey(handle: string): Promise<string> {
    if (!HANDLE.test(handle)) this.notFound(handle);
    const [row] = await this.db.query<{ content: string }>(
      `UPDATE content c SET used_at = to_timestamp($2::float8 / 1000) WHERE c.handle = $1 RETURNING c.content`,
      [handle, this.clock.now()],
    );
    return row?.content ?? this.notFound(handle);
  }

  notFound(handle: string): never {
    throw new ApiError(MonitoringError.content_not_found, `There is no content with the handle ${handle}`);
  }
}
