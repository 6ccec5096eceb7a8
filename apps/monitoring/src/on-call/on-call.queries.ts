import type { EscalationSteps, MessageSettings, QuietHours, RotationTimes } from '@wardstone/alerting';
import { type Paged, parameters, Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { OnCallListQuery } from '@wardstone/dto/monitoring';
import { substringPattern } from '@wardstone/patterns';
import { personText } from '../users/person.sql';
import { ROTATION, type RotationRow, ROTATIONS } from './rotation.sql';

export interface EscalationRow extends EscalationSteps {
  id: number;
  name: string;
}

const ESCALATION = `o.id, o.name, o.steps, o.repeat_ms AS "repeatMs", o.repeat_times AS "repeatTimes"`;

/** The columns read of each kind of named record. */
const COLUMNS = { rotation: ROTATION, escalation: ESCALATION } as const;
interface Rows {
  rotation: RotationRow;
  escalation: EscalationRow;
}

export class OnCallQueries extends Queries {
  /** Sorted by name. */
  list<T extends keyof Rows>(table: T, { q, window }: OnCallListQuery): Promise<Paged<Rows[T]>> {
    const bound = parameters();
    const where = q === undefined ? '' : `WHERE lower(o.name) LIKE lower(${bound.bind(substringPattern(q))})`;
    const from = `FROM ${table} o ${where}`;
    return this.page(from, (cut) => `SELECT ${COLUMNS[table]} ${from} ORDER BY o.name, o.id ${cut}`, bound, window);
  }

  /** In a transaction, the record is locked. */
  find<T extends keyof Rows>(table: T, id: number, tx?: Transaction): Promise<Rows[T] | undefined> {
    const sql = `SELECT ${COLUMNS[table]} FROM ${table} o WHERE o.id = $1 ${tx ? 'FOR NO KEY UPDATE' : ''}`;
    return (tx ?? this.db).first<Rows[T]>(sql, [id]);
  }

  /** @param id id of the record to replace */
  async saveRotation(
    tx: Transaction,
    name: string,
    times: RotationTimes & MessageSettings,
    nowMs: number,
    id?: number,
  ): Promise<number> {
    const { timeZone, turn, handOverTime, firstDay, members, overrides } = times;
    const values = [name, timeZone, turn, handOverTime, firstDay, members, JSON.stringify(overrides)];
    const columns = '(name, time_zone, turn, hand_over_time, first_day, members, overrides)';
    const saved = await this.save(tx, 'rotation', columns, values, id);
    // A changed test schedule starts with its next time.
    await tx.query(
      `UPDATE rotation SET handover_message = $2, test_day = $3, test_time = $4,
              tested_ms = CASE WHEN (test_day, test_time) IS DISTINCT FROM ($3, $4) THEN $5 ELSE tested_ms END
        WHERE id = $1`,
      [saved, times.handoverMessage, times.testDay, times.testTime, nowMs],
    );
    return saved;
  }

  /** @param id id of the record to replace */
  async saveEscalation(
    tx: Transaction,
    name: string,
    { steps, repeatMs, repeatTimes }: EscalationSteps,
    id?: number,
  ): Promise<number> {
    const values = [name, JSON.stringify(steps), repeatMs, repeatTimes];
    return this.save(tx, 'escalation', '(name, steps, repeat_ms, repeat_times)', values, id);
  }

  async remove(tx: Transaction, table: keyof Rows, id: number): Promise<void> {
    await tx.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
  }

  /** Whether a step of an escalation policy, or a notification of a definition, names the rotation. */
  isRotationUsed(tx: Transaction, id: number, senderName: string): Promise<boolean> {
    const config = { rotationId: String(id) };
    return tx.hasRow(
      `SELECT 1 FROM escalation e WHERE e.steps @> $1::jsonb
        UNION ALL
       SELECT 1 FROM alert_notification n JOIN alert_definition d ON d.id = n.alert_definition_id AND NOT d.is_deleted
        WHERE n.sender_name = $2 AND n.config ->> 'rotationId' = $3`,
      [JSON.stringify([{ receivers: [{ senderName, config }] }]), senderName, config.rotationId],
    );
  }

  async listLogins(ids: readonly number[], from: Queryable = this.db): Promise<Map<number, string>> {
    const rows = await from.query<{ id: number; login: string }>(
      `SELECT u.id, u.login FROM service_user u WHERE u.id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(rows.map(({ id, login }) => [id, login]));
  }

  /** Display names of people by id. */
  async listPersons(ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await this.db.query<{ id: number; person: string }>(
      `SELECT u.id, ${personText('u.login')} AS person FROM service_user u WHERE u.id = ANY ($1::integer[])`,
      [ids],
    );
    return new Map(rows.map(({ id, person }) => [id, person]));
  }

  /** Display names by login. */
  async listPersonsByLogin(logins: readonly string[]): Promise<Map<string, string>> {
    if (logins.length === 0) return new Map();
    const rows = await this.db.query<{ login: string; person: string }>(
      `SELECT l.login, ${personText('l.login')} AS person FROM unnest($1::text[]) AS l (login)`,
      [[...new Set(logins)]],
    );
    return new Map(rows.map(({ login, person }) => [login, person]));
  }

  /** The rotations with these ids. */
  async listRotations(ids: readonly number[], from: Queryable = this.db): Promise<RotationRow[]> {
    if (ids.length === 0) return [];
    return from.query<RotationRow>(ROTATIONS, [ids]);
  }

  findQuietHours(login: string): Promise<QuietHours | undefined> {
    return this.db.first<QuietHours>(
      `SELECT q.time_zone AS "timeZone", q.start_time AS "startTime", q.end_time AS "endTime", q.days,
              q.urgent_priority AS "urgentPriority"
         FROM quiet_hours q JOIN service_user u ON u.id = q.user_id WHERE u.login = $1`,
      [login],
    );
  }

  async setQuietHours(login: string, quiet: QuietHours): Promise<void> {
    const { timeZone, startTime, endTime, days, urgentPriority } = quiet;
    await this.db.query(
      `INSERT INTO quiet_hours (user_id, time_zone, start_time, end_time, days, urgent_priority)
       SELECT u.id, $2, $3, $4, $5, $6 FROM service_user u WHERE u.login = $1
       ON CONFLICT (user_id) DO UPDATE
          SET time_zone = excluded.time_zone, start_time = excluded.start_time, end_time = excluded.end_time,
              days = excluded.days, urgent_priority = excluded.urgent_priority`,
      [login, timeZone, startTime, endTime, days, urgentPriority],
    );
  }

  /** Returns whether there were any. */
  removeQuietHours(login: string): Promise<boolean> {
    return this.db.hasRow(
      `DELETE FROM quiet_hours q USING service_user u WHERE u.id = q.user_id AND u.login = $1 RETURNING q.user_id`,
      [login],
    );
  }

  /** @param columns columns of the values, in parentheses */
  private async save(
    tx: Transaction,
    table: keyof Rows,
    columns: string,
    values: readonly unknown[],
    id?: number,
  ): Promise<number> {
    const places = values.map((_value, at) => `$${at + 1}`).join(', ');
    const sql =
      id === undefined
        ? `INSERT INTO ${table} ${columns} VALUES (${places}) RETURNING id`
        : `UPDATE ${table} SET ${columns} = ROW (${places}) WHERE id = $${values.length + 1} RETURNING id`;
    const [saved] = await tx.ids(sql, id === undefined ? [...values] : [...values, id]);
    return saved!;
  }
}
