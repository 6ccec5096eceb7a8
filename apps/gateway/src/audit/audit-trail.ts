import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type AuditEvent, LOGGER, type Logger, ServiceMetrics } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { AuditedService } from '@wardstone/dto/gateway';
import { resolveTarget } from '../routes';
import { Counter } from 'prom-client';
import { GatewayConfig } from '../gateway.config';
import { AuditQueries, type NewAuditEvent } from './audit.queries';

const BATCH = 1_000;
/** Maximum number of events that wait for the database; further ones are only logged. */
const MAX_WAITING = 20_000;
const RETRY_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Stores audit events without delaying requests: events that arrive while a batch is written form the next one. While
 * the database is unavailable, events wait in memory. Every event is also logged.
 */
@Injectable()
export class AuditTrail implements BeforeApplicationShutdown {
  private waiting: NewAuditEvent[] = [];
  private writing: Promise<void> | undefined;
  private isClosing = false;
  private readonly months = new Set<number>();
  private readonly dropped: Counter;

  constructor(
    private readonly queries: AuditQueries,
    private readonly clock: Clock,
    @Inject(GatewayConfig) private readonly config: Pick<GatewayConfig, 'AUDIT_DAYS'>,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: ServiceMetrics,
  ) {
    this.dropped = new Counter({
      name: 'audit_events_dropped_total',
      help: 'Audit events written only to the log because the database was unreachable',
      registers: [metrics.registry],
    });
  }

  store({
    user,
    subject,
    issuer,
    login,
    org,
    claimed,
    from,
    requestId,
    operation: _,
    location,
    error,
    ...event
  }: AuditEvent): void {
    if (this.waiting.length >= MAX_WAITING) {
      this.dropped.inc();
      return;
    }
    this.waiting.push({
      ...event,
      occurred_at: new Date(this.clock.now()),
      service: getService(event.method, event.target),
      username: user,
      subject,
      issuer,
      login,
      org_id: org,
      claimed: claimed ?? null,
      address: from,
      request_id: requestId,
      location: location ?? null,
      error_type: error ?? null,
    });
    this.writing ??= this.writeAll().finally(() => (this.writing = undefined));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await this.writing;
  }

  private async writeAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.slice(0, BATCH);
      try {
        for (const { occurred_at } of batch) await this.ensureMonth(occurred_at);
        await this.queries.insert(batch);
        this.waiting = this.waiting.slice(batch.length);
      } catch (error) {
        this.logger.warn({ err: error, waiting: this.waiting.length }, 'audit events could not be stored yet');
        if (this.isClosing) return;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  private async ensureMonth(time: Date): Promise<void> {
    const month = Date.UTC(time.getUTCFullYear(), time.getUTCMonth());
    if (this.months.has(month)) return;
    await this.queries.turnMonth(new Date(month), new Date(this.clock.now() - this.config.AUDIT_DAYS * DAY_MS));
    this.months.add(month);
  }
}

function getService(method: string, target: string): AuditedService {
  const resolved = resolveTarget(method, target);
  return resolved.kind === 'service' ? resolved.destination.route.service : 'gateway';
}
