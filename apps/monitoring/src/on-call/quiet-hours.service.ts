import { Injectable } from '@nestjs/common';
import { checkQuietHours } from '@wardstone/alerting';
import type { CallerIdentity } from '@wardstone/auth';
import type { DeletionQuery, QuietHoursRest } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { type SentBody } from '@wardstone/media-types';
import { OnCallQueries } from './on-call.queries';
import { refuseProblem } from '../api/invalid-parameter';

/** See rule alerts-42. */
@Injectable()
export class QuietHoursService {
  constructor(private readonly queries: OnCallQueries) {}

  /** @throws quiet_hours_not_found */
  async read({ username }: CallerIdentity): Promise<QuietHoursRest> {
    const quiet = await this.queries.findQuietHours(username);
    if (!quiet) throw noQuietHours();
    return quiet;
  }

  /** @throws invalid_content */
  async set(body: SentBody<QuietHoursRest>, { username }: CallerIdentity): Promise<QuietHoursRest> {
    const quiet = refuseProblem(checkQuietHours(body.read()));
    await this.queries.setQuietHours(username, quiet);
    return quiet;
  }

  /** @throws quiet_hours_not_found with `validate` alone */
  async remove({ validate }: DeletionQuery, { username }: CallerIdentity): Promise<void> {
    if ((await this.queries.removeQuietHours(username)) || !validate) return;
    throw noQuietHours();
  }
}

function noQuietHours(): ApiError {
  return new ApiError(MonitoringError.quiet_hours_not_found, 'You have no quiet hours');
}
