import type { ScanRecord } from '@wardstone/dto/compliance';

type Times = 'created_at' | 'started_at' | 'ended_at';

/** A scan as the queries return it. */
export interface ScanRow extends Omit<ScanRecord, Times> {
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}

/** Columns of `ScanRow`, of tables `c` and `s`. */
export const SCAN_COLUMNS = `c.id, 'scan' AS type, c.policy_id, c.system_id, s.display_name, c.state, c.reason,
  c.evaluated_rule_count, c.asked_by, c.created_at, c.started_at, c.ended_at, c.test_result_id`;

export const SCAN_TABLES = 'scan c JOIN system s ON s.id = c.system_id';

export const toScanRecord = ({ created_at, started_at, ended_at, ...row }: ScanRow): ScanRecord => ({
  id: row.id,
  type: 'scan',
  policy_id: row.policy_id,
  system_id: row.system_id,
  display_name: row.display_name,
  state: row.state,
  reason: row.reason,
  evaluated_rule_count: row.evaluated_rule_count,
  asked_by: row.asked_by,
  created_at: created_at.toISOString(),
  started_at: started_at && started_at.toISOString(),
  ended_at: ended_at && ended_at.toISOString(),
  test_result_id: row.test_result_id,
});
