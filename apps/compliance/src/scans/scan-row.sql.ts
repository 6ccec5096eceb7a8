import type { ScanRecord } from '@wardstone/dto/compliance';

type Times = 'created_at' | 'started_at' | 'ended_at';

/** A scan as returned by queries. */
export interface ScanRow extends Omit<ScanRecord, Times> {
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}

/** Columns of `ScanRow`, of tables `c` and `s`, in the contract's order of keys. */
export const SCAN_COLUMNS = `c.id, 'scan' AS type, c.policy_id, c.system_id, s.display_name, c.state, c.reason,
  c.evaluated_rule_count, c.asked_by, c.created_at, c.started_at, c.ended_at, c.test_result_id`;

export const SCAN_TABLES = 'scan c JOIN system s ON s.id = c.system_id';

export const toScanRecord = (row: ScanRow): ScanRecord => ({
  ...row,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at && row.started_at.toISOString(),
  ended_at: row.ended_at && row.ended_at.toISOString(),
});
