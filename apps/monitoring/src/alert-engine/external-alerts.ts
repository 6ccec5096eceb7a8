import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { AlertNotices } from './alert-notices';
import { ExternalAlertQueries } from './external-alerts.queries';

/** Applies reports of other systems to alerts. See rule integrations-4. */
@Injectable()
export class ExternalAlerts {
  constructor(
    private readonly queries: ExternalAlertQueries,
    private readonly notices: AlertNotices,
  ) {}

  listOpen(tx: Transaction, externalIds: readonly number[]): Promise<number[]> {
    return externalIds.length === 0 ? Promise.resolve([]) : this.queries.listOpen(tx, externalIds);
  }

  /** Lists external alerts whose alert here was closed by age although the other system had not resolved them. */
  listLapsed(tx: Transaction, externalIds: readonly number[]): Promise<number[]> {
    return externalIds.length === 0 ? Promise.resolve([]) : this.queries.listLapsed(tx, externalIds);
  }

  /** Resolves the alerts for these external alerts. */
  async resolve(tx: Transaction, externalIds: readonly number[], nowMs: number): Promise<void> {
    const alertIds = await this.listOpen(tx, externalIds);
    if (alertIds.length > 0) await this.notices.resolve(tx, alertIds, nowMs, { reason: 'RECOVERED' });
  }

  /** Ends alerts whose problem newer alerts have taken over, without a notification. */
  async supersede(tx: Transaction, alertIds: readonly number[], nowMs: number): Promise<void> {
    if (alertIds.length > 0) await this.notices.resolve(tx, alertIds, nowMs, { reason: 'REPLACED' });
  }

  /** Acknowledges the alerts for these external alerts, as the other system reports. */
  async acknowledge(tx: Transaction, externalIds: readonly number[], by: string, nowMs: number): Promise<void> {
    const alertIds = await this.listOpen(tx, externalIds);
    if (alertIds.length === 0) return;
    await this.notices.acknowledge(tx, alertIds, { by, comment: 'acknowledged in the system that reports it', nowMs });
    await this.notices.acknowledged(tx, alertIds);
  }
}
