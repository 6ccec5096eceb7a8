import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { ProblemQuery, ProblemRest, ProblemSummary } from '@wardstone/dto/monitoring';
import type { ListPage } from '@wardstone/media-types';
import type { Viewer } from '../authorization/viewer';
import { ProblemQueries } from './problem.queries';

/** Failures of operations count for so long. */
const FAILURES_MS = 7 * 24 * 60 * 60_000;
const HOSTS = 10;

/** See rules problems-1 to problems-3. */
@Injectable()
export class ProblemService {
  constructor(
    private readonly queries: ProblemQueries,
    private readonly clock: Clock,
  ) {}

  async list(query: ProblemQuery, viewer: Viewer): Promise<ListPage<ProblemRest>> {
    const { rows, total } = await this.queries.list(viewer, query, this.failedAfterMs());
    return { items: rows, total, window: query.window };
  }

  async summarize(viewer: Viewer): Promise<ProblemSummary> {
    const [counts, problems] = await Promise.all([
      this.queries.count(viewer),
      this.queries.summarize(viewer, this.failedAfterMs(), HOSTS),
    ]);
    return { ...counts, ...problems };
  }

  private failedAfterMs(): number {
    return this.clock.now() - FAILURES_MS;
  }
}
