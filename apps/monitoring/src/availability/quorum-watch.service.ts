import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { type JobRun, JobTasks } from '@wardstone/jobs';
import { AvailabilityTimeline } from './availability-timeline';
import { judgeQuorum } from './domain/judge-quorum';
import { QuorumQueries } from './quorum.queries';

/** Few enough for a short transaction. */
const JUDGED_AT_ONCE = 500;

/** Sets the availability of quorums each minute. See rule agents-25. */
@Injectable()
export class QuorumWatch implements OnModuleInit {
  constructor(
    private readonly queries: QuorumQueries,
    private readonly timeline: AvailabilityTimeline,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'availability.quorum', schedule: '* * * * *' }, (run) => this.look(run));
  }

  async look({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    let afterId = 0;
    for (;;) {
      const listed = await this.queries.list(afterId, JUDGED_AT_ONCE);
      const nowMs = this.clock.now();
      const reports = listed
        .map(({ id: resourceId, availability, needed, ...votes }) => {
          return { resourceId, availability, type: judgeQuorum(votes, needed ?? undefined), sinceMs: nowMs };
        })
        .filter(({ availability, type }) => (availability ?? 'UNKNOWN') !== type)
        .map(({ availability: _before, ...report }) => report);
      if (reports.length > 0) await this.db.transaction((tx) => this.timeline.take(tx, reports, nowMs));
      if (listed.length < JUDGED_AT_ONCE || signal.aborted) return;
      afterId = listed.at(-1)!.id;
    }
  }
}
