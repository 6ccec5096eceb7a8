import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER, type Logger, ServiceMetrics } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { JobTasks } from '@wardstone/jobs';
import { Gauge } from 'prom-client';
import { AlertDeliveryConfig } from './alert-delivery.config';
import { type AlertBacklog, DeliveryQueries } from './delivery.queries';
import { GuardedPost } from './guarded-post';
import { toErrorLine } from './notice';

/** Delay in seconds from which alerting counts as stuck. */
const MAX_BEHIND_SECONDS = 300;
const MINUTE_MS = 60_000;

/** Measures the delay of alerts, and pings an external address unless they are delayed. See rule alerts-47. */
@Injectable()
export class AlertWatch implements OnModuleInit {
  constructor(
    private readonly queries: DeliveryQueries,
    private readonly poster: GuardedPost,
    private readonly tasks: JobTasks,
    private readonly clock: Clock,
    private readonly config: AlertDeliveryConfig,
    { registry }: ServiceMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const registers = [registry];
    const lag = new Gauge({
      name: 'alert_engine_lag_seconds',
      help: 'Age of the oldest value or timer waiting for alert evaluation, across all replicas',
      registers,
    });
    new Gauge({
      name: 'notification_outbox_age_seconds',
      help: 'Age of the oldest due notification not yet sent, across all replicas',
      registers,
      async collect() {
        // Unknown while the database does not respond, instead of stale.
        const backlog = await queries.measureBacklog().catch(() => undefined);
        this.set(backlog?.outboxAgeSeconds ?? NaN);
        lag.set(backlog?.engineLagSeconds ?? NaN);
      },
    });
  }

  onModuleInit(): void {
    if (this.config.DEAD_MANS_SWITCH_URL === undefined) return;
    this.tasks.every({ name: 'alert.dead-mans-switch', schedule: '* * * * *' }, () => this.pingDeadMansSwitch());
  }

  measure(): Promise<AlertBacklog> {
    return this.queries.measureBacklog();
  }

  /**
   * Pings the dead man's switch at its interval. Runs as a job, so that one replica does it, and only while jobs run.
   */
  async pingDeadMansSwitch(): Promise<void> {
    const { DEAD_MANS_SWITCH_URL: address, DEAD_MANS_SWITCH_MINUTES: interval } = this.config;
    const nowMs = this.clock.now();
    if (address === undefined || Math.floor(nowMs / MINUTE_MS) % interval !== 0) return;
    const backlog = await this.measure();
    if (Math.max(backlog.outboxAgeSeconds, backlog.engineLagSeconds) > MAX_BEHIND_SECONDS) {
      this.logger.error(backlog, 'alerts are late, so DEAD_MANS_SWITCH_URL is not pinged');
      return;
    }
    const body = JSON.stringify({ type: 'alerts.alive', time: new Date(nowMs).toISOString(), ...backlog });
    const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Wardstone' };
    try {
      const { status } = await this.poster.post(new URL(address), headers, body);
      if (status < 200 || status >= 300) this.logger.warn({ status }, 'DEAD_MANS_SWITCH_URL rejects pings');
    } catch (error) {
      this.logger.warn({ reason: toErrorLine(error) }, 'DEAD_MANS_SWITCH_URL cannot be pinged');
    }
  }
}
