import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { PRIORITIES, type ProblemQuery, type ProblemRest, type ProblemSummary } from '@wardstone/dto/monitoring';
import type { ListPage } from '@wardstone/media-types';
import type { Viewer } from '../authorization/viewer';
import { ProblemQueries, type ProblemRow } from './problem.queries';

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

  async list({ window, sort, kind, severity, q }: ProblemQuery, viewer: Viewer): Promise<ListPage<ProblemRest>> {
    const filter = { kind, severity, namePart: q, failedAfterMs: this.failedAfterMs() };
    const { rows, total } = await this.queries.list(viewer, filter, sort, window);
    return { items: rows.map(toRecord), total, window };
  }

  async summarize(viewer: Viewer): Promise<ProblemSummary> {
    const filter = { failedAfterMs: this.failedAfterMs() };
    const [counts, problems] = await Promise.all([
      this.queries.count(viewer),
      this.queries.summarize(viewer, filter, HOSTS),
    ]);
    return { ...counts, ...problems };
  }

  private failedAfterMs(): number {
    return this.clock.now() - FAILURES_MS;
  }
}

function toRecord(row: ProblemRow): ProblemRest {
  return {
    kind: row.kind,
    severity: PRIORITIES[row.severity - 1]!,
    name: row.name,
    definitionId: row.definition_id,
    alertId: row.alert_id,
    resourceId: row.resource_id,
    resourceName: row.resource_name,
    hostId: row.host_id,
    hostName: row.host_name,
    count: row.occurrences,
    firstTime: row.first_ms,
    lastTime: row.last_ms,
    description: row.description,
  };
}
