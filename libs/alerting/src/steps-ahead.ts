import { type NoticeSituation, planNotices } from './notice-plan';

/** A step of an escalation policy that is yet to come. */
export interface StepAhead {
  /** Place in the policy, from 0. */
  readonly place: number;
  readonly atMs: number;
}

/** Maximum checks of a silence ahead: hours, not weeks. */
const MAX_DECISIONS = 100;

/**
 * The steps that follow if nobody acknowledges and the problem lasts: each that is left once, or else the next repeat of the last.
 * Decides as `planNotices` does, at each of its own times; how long a cause or flapping lasts is not known, so that nothing
 * is ahead of them. Pure. See rules alerts-41, alerts-48, alerts-49.
 */
export function stepsAhead(situation: NoticeSituation): StepAhead[] {
  const { escalation } = situation;
  if (!escalation || situation.causeId !== undefined) return [];
  const ahead: StepAhead[] = [];
  let { nowMs } = situation;
  let { told } = escalation;
  for (let round = 0; round < MAX_DECISIONS; round++) {
    const { steps } = planNotices({ ...situation, nowMs, escalation: { ...escalation, told } }, []);
    ahead.push(...steps.due.map((place) => ({ place, atMs: nowMs })));
    ({ told } = steps);
    const isRepeated = told >= escalation.afterMs.length;
    if (steps.nextMs === undefined || (isRepeated && ahead.length > 0)) break;
    nowMs = steps.nextMs;
  }
  return ahead;
}
