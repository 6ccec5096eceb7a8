import { Injectable } from '@nestjs/common';
import { type Transaction, TransactionListeners } from '@wardstone/database';
import { TraitQueries, type TraitValue } from './trait.queries';

export type { TraitValue };

/** Stores reported traits, and passes them to the rules about traits. See rule alerts-22. */
@Injectable()
export class TraitReports {
  /** In order of time. */
  readonly changes = new TransactionListeners<readonly TraitValue[]>();

  constructor(private readonly queries: TraitQueries) {}

  /** Stores values that differ from the known one at their time. No two have the same schedule and time. */
  async store(tx: Transaction, reports: readonly TraitValue[]): Promise<void> {
    if (reports.length === 0) return;
    await this.queries.insertChanged(tx, reports);
    await this.changes.tell(tx, reports);
  }
}
