import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { StringValue } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { HandlerResponse, type SentBody } from '@wardstone/media-types';
import { invalidContent } from '../../api/invalid-parameter';
import type { Submitter, Viewer } from '../../authorization/viewer';
import { MetricSchedules, requireTrait } from '../schedules/metric-schedules';
import { requireTime } from '../submission/read-points';
import { TraitReports } from './trait-reports';
import { TraitQueries } from './trait.queries';

const MAX_BYTES = 4_000;

/** See rule metrics-12. */
@Injectable()
export class TraitService {
  constructor(
    private readonly schedules: MetricSchedules,
    private readonly queries: TraitQueries,
    private readonly reports: TraitReports,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws schedule_not_found, resource_forbidden, metric_not_trait, trait_not_reported */
  async read(scheduleId: number, viewer: Viewer): Promise<StringValue> {
    requireTrait(await this.schedules.require(scheduleId, viewer));
    const value = await this.queries.findCurrent(scheduleId);
    if (value !== undefined) return { value };
    throw new ApiError(
      MonitoringError.trait_not_reported,
      `No value of the trait of schedule ${scheduleId} has been reported yet`,
    );
  }

  /**
   * Stores a value that differs from the current one, which has the latest time.
   * @throws schedule_not_found, resource_forbidden, metric_not_trait, points_too_old, invalid_content
   */
  async submit(
    scheduleId: number,
    timeMs: number,
    body: SentBody<StringValue>,
    submitter: Submitter,
  ): Promise<HandlerResponse> {
    requireTrait(await this.schedules.requireForSubmission(scheduleId, submitter));
    requireTime(timeMs, this.clock.now());
    const { value } = body.read();
    if (value === undefined) throw invalidContent('Field value must be a string');
    const stored = cutText(value, MAX_BYTES);
    await this.db.transaction(async (transaction) => {
      // Serialised, so that each is compared with the current value.
      await this.schedules.lock(scheduleId, transaction);
      if ((await this.queries.findCurrent(scheduleId, transaction)) !== stored) {
        await this.queries.upsert(scheduleId, timeMs, stored, transaction);
      }
      await this.reports.changes.tell(transaction, [{ scheduleId, timeMs, value: stored }]);
    });
    return new HandlerResponse(undefined);
  }
}

/** Truncates text to a number of UTF-8 bytes at a character boundary. */
function cutText(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return bytes.toString();
  let end = maxBytes;
  // Bytes 10xxxxxx continue a character.
  while (end > 0 && (bytes[end]! & 0b1100_0000) === 0b1000_0000) end--;
  return bytes.toString('utf8', 0, end);
}
