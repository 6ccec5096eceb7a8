import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { type JobRun, JobTasks } from '@wardstone/jobs';
import { AvailabilityTimeline } from './availability-timeline';
import { judgeQuorum } from './domain/judge-quorum';
import { AccountStanding } from '../users/account-standing';
import { type QuorumAuthor, QuorumQueries } from './quorum.queries';

/** Few enough for a short transaction. */
const JUDGED_AT_ONCE = 500;

/**
 * Sets the availability of quorums each minute, from the resources that their authors may see now. See rule agents-25.
 */
@Injectable()
export class QuorumWatch implements OnModuleInit {
  constructor(
    private readonly queries: QuorumQueries,
    private readonly timeline: AvailabilityTimeline,
    private readonly tasks: JobTasks,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly standing: AccountStanding,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'availability.quorum', schedule: '* * * * *' }, (run) => this.look(run));
  }

  async look({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    for (const author of await this.queries.listAuthors()) {
      await this.judgeAll(author, signal).catch((error: unknown) =>
        this.log.warn({ err: error as Error, author: author.login }, 'the quorums of an author are not judged'),
      );
      if (signal.aborted) return;
    }
  }

  /** @throws service_unavailable while the rights of the author are unknown */
  private async judgeAll(author: QuorumAuthor, signal: AbortSignal): Promise<void> {
    const viewer = await this.standing.find(author.login, author.subject);
    let afterId = 0;
    for (;;) {
      const listed = await this.queries.list({ ...author, viewer }, afterId, JUDGED_AT_ONCE);
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
