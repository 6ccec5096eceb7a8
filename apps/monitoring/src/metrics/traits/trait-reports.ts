import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { TraitQueries, type TraitValue } from './trait.queries';

export type TraitReport = TraitValue;

/** Called once, inside the transaction that stores the reports; what it throws takes them back. */
export type TraitListener = (tx: Transaction, reports: readonly TraitReport[]) => Promise<void>;

/** Stores what is reported of traits, and tells the rules about it. See rule alerts-22. */
@Injectable()
export class TraitReports {
  private readonly listeners: TraitListener[] = [];

  constructor(private readonly queries: TraitQueries) {}

  /** To be called while the service is put together. */
  beforeCommit(listener: TraitListener): void {
    this.listeners.push(listener);
  }

  /** Stores those that differ from what was known at their time. No two of them share schedule and time. */
  async store(tx: Transaction, reports: readonly TraitReport[]): Promise<void> {
    if (reports.length === 0) return;
    await this.queries.insertChanged(tx, reports);
    await this.tell(tx, reports);
  }

  /** In the order of their times. */
  async tell(tx: Transaction, reports: readonly TraitReport[]): Promise<void> {
    if (reports.length === 0) return;
    for (const listener of this.listeners) await listener(tx, reports);
  }
}
