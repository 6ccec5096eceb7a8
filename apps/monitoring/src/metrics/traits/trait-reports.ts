import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';

/** A value of a trait as it was reported, be it the same as before. */
export interface TraitReport {
  scheduleId: number;
  timeMs: number;
  value: string;
}

/** Hears of reports once, inside the transaction that stores them; what it throws takes them back. */
export type TraitListener = (tx: Transaction, reports: readonly TraitReport[]) => Promise<void>;

/** Tells rules about traits what is reported. Source: media spec 7.4. */
@Injectable()
export class TraitReports {
  private readonly listeners: TraitListener[] = [];

  /** To be called while the service is put together. */
  beforeCommit(listener: TraitListener): void {
    this.listeners.push(listener);
  }

  /** In the order of their times. */
  async tell(tx: Transaction, reports: readonly TraitReport[]): Promise<void> {
    if (reports.length === 0) return;
    for (const listener of this.listeners) await listener(tx, reports);
  }
}
