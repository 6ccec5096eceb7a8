import { type FactsOfNotice, nextAttemptMs } from '@wardstone/alerting';
import type { AlertExplanation } from '@wardstone/dto/monitoring';
import type { NotificationRow } from './alert.queries';

/**
 * A notification as a record.
 * @param attempts a row for each attempt, or one row without any
 * @param viewing whether the caller may manage alerts, and whether the alert is held
 */
export function toNotificationRecord(
  attempts: readonly NotificationRow[],
  viewing: { mayManage: boolean; isHeld?: boolean; nowMs: number },
): AlertExplanation['notifications'][number] {
  const { sender_name: senderName, kind, step, is_settled: settled, outcomes } = attempts[0]!;
  return {
    senderName,
    kind,
    step: step === null ? undefined : step + 1,
    settled,
    dueTime: getDueMs(attempts, viewing),
    attempts: attempts.flatMap(({ made_ms: time, state, message }) =>
      time === null ? [] : [{ time, state, message }],
    ),
    // Responses of recipients may be confidential to those who configured the notification.
    responses: viewing.mayManage
      ? outcomes.flatMap(({ target, response }) => (response ? [`${target}: ${response}`] : []))
      : [],
  };
}

/** The same text as in the alert's timeline. */
export function noticeFacts(
  attempts: readonly NotificationRow[],
  viewing: { isHeld: boolean; nowMs: number },
): FactsOfNotice {
  const { sender_name: senderName, kind, step, is_carried: isCarried } = attempts[0]!;
  return {
    senderName,
    kind,
    isCarried,
    step: step === null ? undefined : step + 1,
    attempts: attempts.flatMap(({ made_ms: atMs, state, message }) =>
      atMs === null ? [] : [{ atMs, state, message }],
    ),
    dueMs: getDueMs(attempts, viewing),
  };
}

/** Time of the next attempt; undefined for never, or while it is held. */
function getDueMs(
  rows: readonly NotificationRow[],
  { isHeld = false, nowMs }: { isHeld?: boolean; nowMs: number },
): number | undefined {
  const { kind, is_settled: isSettled, due_ms: dueMs, outcomes } = rows[0]!;
  if (isSettled || (isHeld && kind === 'ALERT')) return undefined;
  const attempted = rows.flatMap(({ made_ms: ms }) => ms ?? []);
  const attemptedMs = attempted.at(-1);
  if (attemptedMs === undefined) return dueMs ?? undefined;
  return nextAttemptMs(outcomes, { attempts: attempted.length, attemptedMs, sinceMs: dueMs ?? nowMs, nowMs });
}
