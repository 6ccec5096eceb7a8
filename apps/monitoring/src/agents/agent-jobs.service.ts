import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { deleteInBatches, type JobRun, JobTasks } from '@wardstone/jobs';
import { MonitoringConfig } from '../monitoring.config';
import { AvailabilityTimeline } from '../availability/availability-timeline';
import { AgentQueries } from './agent.queries';
import { AgentConfigurationQueries } from './configurations/agent-configuration.queries';
import { AgentDriftQueries } from './drift/agent-drift.queries';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Retention of completed work, so that a late repeat of its report is recognised. */
const KEPT_WORK_MS = 7 * DAY_MS;
/**
 * Thousands of agents leave half a million reports an hour; one statement for all would exceed the statement timeout.
 */
const FORGOTTEN_AT_ONCE = 10_000;

/** Detects silent agents, and deletes old reports. See rules agents-1, agents-2. */
@Injectable()
export class AgentJobs implements OnModuleInit {
  private readonly startedMs: number;

  constructor(
    private readonly tasks: JobTasks,
    private readonly queries: AgentQueries,
    private readonly drift: AgentDriftQueries,
    private readonly configurations: AgentConfigurationQueries,
    private readonly timeline: AvailabilityTimeline,
    private readonly db: Database,
    @Inject(MonitoringConfig) private readonly config: Readonly<MonitoringConfig>,
    private readonly clock: Clock,
  ) {
    this.startedMs = clock.now();
  }

  onModuleInit(): void {
    this.tasks.every({ name: 'agent.find-silent', schedule: '* * * * *' }, () => this.findSilent());
    this.tasks.every({ name: 'agent.purge', schedule: '50 * * * *' }, (run) => this.purge(run));
  }

  /**
   * The platform of a silent agent counts as down since the agent's last sign of life, and its descendants as unknown.
   * Later reports by others stay in the history. Agents cannot report while no server runs, so silence only counts once
   * this process has listened for as long.
   */
  async findSilent(): Promise<void> {
    const nowMs = this.clock.now();
    const quietTimeoutMs = this.config.AGENT_QUIET_TIMEOUT_MS;
    if (nowMs - this.startedMs < quietTimeoutMs) return;
    await this.db.transaction(async (tx) => {
      for (const { name, last_seen_ms: seenMs } of await this.queries.markSilent(tx, nowMs - quietTimeoutMs)) {
        const resources = await this.queries.listCommitted(tx, name);
        const reports = resources.flatMap(({ id: resourceId, category, availability, since_ms: knownMs }) => {
          const type = category === 'PLATFORM' ? ('DOWN' as const) : ('UNKNOWN' as const);
          if (availability === 'DISABLED' || availability === type) return [];
          return [{ resourceId, type, sinceMs: Math.max(seenMs, knownMs + 1) }];
        });
        await this.timeline.take(tx, reports, nowMs);
      }
    });
  }

  async purge({ signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const nowMs = this.clock.now();
    await deleteInBatches(signal, FORGOTTEN_AT_ONCE, (most) => this.queries.forgetReports(nowMs - DAY_MS, most));
    await deleteInBatches(signal, FORGOTTEN_AT_ONCE, (most) => this.queries.forgetWork(nowMs - KEPT_WORK_MS, most));
    const { DRIFT_RETENTION_DAYS: driftDays, CONFIGURATION_RETENTION_DAYS: versionDays } = this.config;
    if (driftDays > 0) {
      const beforeMs = nowMs - driftDays * DAY_MS;
      await deleteInBatches(signal, FORGOTTEN_AT_ONCE, (most) => this.drift.forgetChanges(beforeMs, most));
    }
    if (versionDays > 0) {
      const beforeMs = nowMs - versionDays * DAY_MS;
      await deleteInBatches(signal, FORGOTTEN_AT_ONCE, (most) => this.configurations.forgetVersions(beforeMs, most));
    }
  }
}
