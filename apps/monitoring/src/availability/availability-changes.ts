import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import type { AvailabilityType } from '@wardstone/dto/monitoring';

/** A report that has become the current availability of its resource, be it the same as before. */
export interface AvailabilityReport {
  resourceId: number;
  type: AvailabilityType;
  sinceMs: number;
}

/** Hears of each report once, inside the transaction that stores it; what it throws takes the report back. */
export type AvailabilityListener = (tx: Transaction, report: AvailabilityReport) => Promise<void>;

/** Tells rules about availability what is reported. Late and ignored reports are none. See rule alerts-22. */
@Injectable()
export class AvailabilityChanges {
  private readonly listeners: AvailabilityListener[] = [];

  /** To be called while the service is put together. */
  beforeCommit(listener: AvailabilityListener): void {
    this.listeners.push(listener);
  }

  async tell(tx: Transaction, report: AvailabilityReport): Promise<void> {
    for (const listener of this.listeners) await listener(tx, report);
  }
}
