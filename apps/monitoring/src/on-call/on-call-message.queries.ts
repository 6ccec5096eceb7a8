import type { AttemptMade, DueMessages, TargetOutcome, WatchedRotation } from '@wardstone/alerting';
import { Queries, type Queryable, type Transaction } from '@wardstone/database';
import type { DeliveryState, OnCallMessageKind } from '@wardstone/dto/monitoring';

/** A message in lists. */
export interface MessageRow {
  id: number;
  kind: OnCallMessageKind;
  userId: number;
  login: string;
  madeMs: number;
  attempts: number;
  state: DeliveryState | null;
  message: string | null;
  isSettled: boolean;
}

/** A message to deliver. */
export interface DueMessage extends MessageRow {
  rotationId: number;
  attemptMs: number | null;
  outcomes: TargetOutcome[];
  roles: string[];
}

type WatchedRow = WatchedRotation & { id: number };

const WATCHED = `o.id, o.time_zone AS "timeZone", o.turn, o.hand_over_time AS "handOverTime", o.first_day AS "firstDay",
  o.members, o.overrides, o.handover_message AS "handoverMessage", o.test_day AS "testDay", o.test_time AS "testTime",
  o.on_call_user_id AS "onCallUserId", o.tested_ms AS "testedMs"`;
const MESSAGE = `m.id, m.kind, m.user_id AS "userId", u.login, m.made_ms AS "madeMs", m.attempts, m.state, m.message,
  m.is_settled AS "isSettled"`;

export class OnCallMessageQueries extends Queries {
  listWatched(): Promise<WatchedRow[]> {
    return this.db.query<WatchedRow>(`SELECT ${WATCHED} FROM rotation o ORDER BY o.id`);
  }

  /** Locks a rotation; undefined if it was deleted, or another replica has locked it. */
  lockWatched(tx: Transaction, id: number): Promise<WatchedRow | undefined> {
    return tx.first<WatchedRow>(`SELECT ${WATCHED} FROM rotation o WHERE o.id = $1 FOR NO KEY UPDATE SKIP LOCKED`, [
      id,
    ]);
  }

  /** Stores new messages and the state of the rotation. Returns the ids of the messages. */
  async add(
    tx: Transaction,
    rotationId: number,
    { messages, onCallUserId, testedMs }: DueMessages,
    nowMs: number,
  ): Promise<number[]> {
    await tx.query(`UPDATE rotation SET on_call_user_id = $2, tested_ms = $3 WHERE id = $1`, [
      rotationId,
      onCallUserId,
      testedMs,
    ]);
    return tx.ids(
      `INSERT INTO on_call_message (rotation_id, kind, user_id, made_ms)
       SELECT $1, m.kind, u.id, $3
         FROM jsonb_to_recordset($2::jsonb) AS m (kind text, "userId" integer) JOIN service_user u ON u.id = m."userId"
       RETURNING id`,
      [rotationId, JSON.stringify(messages), nowMs],
    );
  }

  /** Messages of a rotation, newest first. */
  list(rotationId: number, limit: number): Promise<MessageRow[]> {
    return this.db.query<MessageRow>(
      `SELECT ${MESSAGE} FROM on_call_message m JOIN service_user u ON u.id = m.user_id
        WHERE m.rotation_id = $1 ORDER BY m.id DESC LIMIT $2`,
      [rotationId, limit],
    );
  }

  /** Undefined if the message is complete or deleted. */
  findDue(id: number): Promise<DueMessage | undefined> {
    return this.db.first<DueMessage>(
      `SELECT ${MESSAGE}, m.rotation_id AS "rotationId", m.attempt_ms AS "attemptMs", m.outcomes, u.roles
         FROM on_call_message m JOIN service_user u ON u.id = m.user_id WHERE m.id = $1 AND NOT m.is_settled`,
      [id],
    );
  }

  /** Records an attempt. Returns false if another process has recorded the same one. */
  record(
    from: Queryable,
    id: number,
    attempts: number,
    { madeMs, state, message, outcomes, isSettled }: AttemptMade,
  ): Promise<boolean> {
    return from.hasRow(
      `UPDATE on_call_message SET attempts = attempts + 1, attempt_ms = $3, state = $4, message = $5, outcomes = $6, is_settled = $7
        WHERE id = $1 AND attempts = $2 AND NOT is_settled RETURNING id`,
      [id, attempts, madeMs, state, message, JSON.stringify(outcomes), isSettled],
    );
  }

  /** Deletes some messages created before a time; returns the number. */
  async purge(beforeMs: number, limit: number): Promise<number> {
    const rows = await this.db.query(
      `DELETE FROM on_call_message WHERE id = ANY (ARRAY (
         SELECT m.id FROM on_call_message m WHERE m.made_ms < $1 ORDER BY m.made_ms LIMIT $2)) RETURNING id`,
      [beforeMs, limit],
    );
    return rows.length;
  }
}
