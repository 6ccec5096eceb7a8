import { Inject, Injectable } from '@nestjs/common';
import type { OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { JobTasks } from '@wardstone/jobs';
import { AvailabilityTimeline } from '../availability/availability-timeline';
import { AgentQueries } from './agent.queries';
import { QUIET_TIMEOUT_MS } from './agent.service';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Work that ended is kept this long, so that a late repeat of its report is known. */
const KEPT_WORK_MS = 7 * DAY_MS;

/** Notices silent agents, and forgets old reports. Source: agent spec 9.1 and 9.2. */
@Injectable()
export class AgentJobs implements OnModuleInit {
  constructor(
    @Inject(JobTasks) private readonly tasks: JobTasks,
    @Inject(AgentQueries) private readonly queries: AgentQueries,
    @Inject(AvailabilityTimeline) private readonly timeline: AvailabilityTimeline,
    @Inject(Database) private readonly db: Database,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.tasks.every({ name: 'agent.find-silent', schedule: '* * * * *' }, () => this.findSilent());
    this.tasks.every({ name: 'agent.purge', schedule: '50 * * * *' }, () => this.purge());
  }

  /** The platform of a silent agent counts as down, and of all below it nothing is known. */
  async findSilent(): Promise<void> {
    const nowMs = this.clock.now();
    await this.db.transaction(async (tx) => {
      for (const agent of await this.queries.markSilent(tx, nowMs - QUIET_TIMEOUT_MS)) {
        const resources = await this.queries.listCommitted(tx, agent);
        for (const { id, category, availability } of resources) {
          const type = category === 'PLATFORM' ? 'DOWN' : 'UNKNOWN';
          if (availability === 'DISABLED' || availability === type) continue;
          await this.timeline.take(tx, id, { type, sinceMs: nowMs }, nowMs);
        }
      }
    });
  }

  async purge(): Promise<void> {
    const nowMs = this.clock.now();
    await this.queries.forgetReports(nowMs - DAY_MS);
    await this.queries.forgetWork(nowMs - KEPT_WORK_MS);
  }
}
