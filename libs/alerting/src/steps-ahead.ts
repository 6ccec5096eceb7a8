import { type NoticeSituation, planNotices } from './notice-plan';

/** A future step of an escalation policy. */
export interface FutureStep {
  /** Position in the policy, from 0. */
  readonly place: number;
  readonly atMs: number;
}

/** Maximum number of decisions about a silence, which covers hours, not weeks. */
const MAX_DECISIONS = 100;

/**
 * Future steps if nobody acknowledges and the problem lasts: each remaining step once, or else the next repeat of the
 * last. Decides like `planNotices` at each time. Empty while a cause or flapping holds the alert, because their end is
 * unknown. Pure. See rules alerts-41, alerts-48, alerts-49.
 */
export function predictSteps(situation: NoticeSituation): FutureStep[] {
  const { escalation } = situation;
  if (!escalation || situation.causeId !== undefined) return [];
  const ahead: FutureStep[] = [];
  let { nowMs } = situation;
  let { notifiedSteps } = escalation;
  for (let round = 0; round < MAX_DECISIONS; round++) {
    const { steps } = planNotices({ ...situation, nowMs, escalation: { ...escalation, notifiedSteps } }, []);
    ahead.push(...steps.due.map((place) => ({ place, atMs: nowMs })));
    ({ notifiedSteps } = steps);
    const isRepeated = notifiedSteps >= escalation.afterMs.length;
    if (steps.nextMs === undefined || (isRepeated && ahead.length > 0)) break;
    nowMs = steps.nextMs;
  }
  return ahead;
}
