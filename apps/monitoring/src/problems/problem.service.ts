import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { OpenAlerts, ProblemQuery, ProblemRest, ProblemSummary } from '@wardstone/dto/monitoring';
import type { ListPage } from '@wardstone/media-types';
import type { Viewer } from '../authorization/viewer';
import { PresentHoldsService } from '../alert-state/present-holds.service';
import { ProblemQueries, type ProblemTimes } from './problem.queries';

/** How long failed operations count as problems. */
const DAY_MS = 24 * 60 * 60_000;
const FAILURES_MS = 7 * DAY_MS;
/** Maximum age of recovered problems that are listed on request. */
const RECOVERED_MS = DAY_MS;
const HOSTS = 10;
/** Maximum number of hosts imported at a time. */
const WAITING_HOSTS = 200;

/** See rules problems-1 to problems-3. */
@Injectable()
export class ProblemService {
  constructor(
    private readonly queries: ProblemQueries,
    private readonly holds: PresentHoldsService,
    private readonly clock: Clock,
  ) {}

  async list(query: ProblemQuery, viewer: Viewer): Promise<ListPage<ProblemRest>> {
    const { rows, total } = await this.queries.list(viewer, query, await this.times());
    return { items: rows, total, window: query.window };
  }

  async summarize(viewer: Viewer): Promise<ProblemSummary> {
    const [counts, problems] = await Promise.all([
      this.queries.count(viewer, WAITING_HOSTS),
      this.queries.summarize(viewer, await this.times(), HOSTS),
    ]);
    return { ...counts, ...problems };
  }

  /** Alerts of these resources that are problems, worst first, with the total. */
  async listOfResources(
    resourceIds: readonly number[],
    viewer: Viewer,
    limit: number,
  ): Promise<{ alerts: OpenAlerts[]; total: number; acknowledged: number; recovered: number }> {
    return this.queries.listOfResources(viewer, resourceIds, await this.times(resourceIds), limit);
  }

  private async times(resourceIds?: readonly number[]): Promise<ProblemTimes> {
    const nowMs = this.clock.now();
    const holds = await this.holds.read(resourceIds);
    return { failedAfterMs: nowMs - FAILURES_MS, recoveredAfterMs: nowMs - RECOVERED_MS, holds };
  }
}
