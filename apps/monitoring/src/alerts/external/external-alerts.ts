import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { AlertNotices } from '../engine/alert-notices';
import { AlertQueries } from '../fired/alert.queries';
import { ExternalAlertQueries } from './external-alerts.queries';

/** Does to the alerts that report alerts of other systems what those systems say. See rule integrations-4. */
@Injectable()
export class ExternalAlerts {
  constructor(
    private readonly queries: ExternalAlertQueries,
    private readonly notices: AlertNotices,
    private readonly alerts: AlertQueries,
  ) {}

  listOpen(tx: Transaction, externalIds: readonly number[]): Promise<number[]> {
    return externalIds.length === 0 ? Promise.resolve([]) : this.queries.listOpen(tx, externalIds);
  }

  /** Which of these nothing reports any more, although nobody said that they are over. */
  listLapsed(tx: Transaction, externalIds: readonly number[]): Promise<number[]> {
    return externalIds.length === 0 ? Promise.resolve([]) : this.queries.listLapsed(tx, externalIds);
  }

  /** They are over. */
  async resolve(tx: Transaction, externalIds: readonly number[], nowMs: number): Promise<void> {
    const alertIds = await this.listOpen(tx, externalIds);
    if (alertIds.length > 0) await this.notices.resolve(tx, alertIds, nowMs);
  }

  /** Alerts end whose problem others report from now on; nobody is told. */
  async supersede(tx: Transaction, alertIds: readonly number[], nowMs: number): Promise<void> {
    if (alertIds.length > 0) await this.notices.resolve(tx, alertIds, nowMs, false);
  }

  /** Somebody looks after them in the other system. */
  async acknowledge(tx: Transaction, externalIds: readonly number[], by: string, nowMs: number): Promise<void> {
    const alertIds = await this.listOpen(tx, externalIds);
    if (alertIds.length === 0) return;
    await this.alerts.acknowledge(alertIds, { by, comment: 'acknowledged in the system that reports it', nowMs }, tx);
    await this.notices.acknowledged(tx, alertIds);
  }
}
