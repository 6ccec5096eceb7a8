import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { addJobs } from '@wardstone/jobs';
import { planNotices } from '../domain/notice-plan';
import { DELIVER, type StoredNotice } from './engine.queries';

/** Carries out what `planNotices` decides: when the transaction of an alert is rolled back, no notification was sent. */
@Injectable()
export class AlertNotices {
  /** Of alerts that have just fired. */
  async announce(tx: Transaction, notices: readonly StoredNotice[], nowMs: number): Promise<void> {
    const open = notices.map(({ logId }) => ({ logId, failures: 0, failedMs: undefined }));
    const { told } = planNotices({ sinceMs: nowMs, nowMs }, open);
    await addJobs(
      tx,
      DELIVER,
      told.map(({ notice: { logId } }) => ({ logId })),
    );
  }
}
