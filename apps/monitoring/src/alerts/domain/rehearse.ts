import type { NoticeKind } from '@wardstone/dto/monitoring';
import {
  type CoveringSilence,
  type EscalationState,
  type GroupingTimes,
  type NoticeSituation,
  planNotices,
  type Thread,
  UNHELD,
} from './notice-plan';
import { stepsAhead } from './steps-ahead';

/** A notification of the definition that is tried out. */
export interface RehearsedNotice {
  /** Whether its recipients see the alerts of an incident as one. */
  readonly gathers: boolean;
}

export interface RehearsalRules {
  readonly silences: readonly CoveringSilence[];
  readonly grouping: GroupingTimes;
  /** After so long without another alert an incident takes no more. */
  readonly windowMs: number;
  /** The resource that was DOWN then and on which this one depends; undefined for none. */
  readonly causeAt: (atMs: number) => number | undefined;
  /** Undefined without a policy. */
  readonly escalation: Omit<EscalationState, 'told'> | undefined;
}

/** What would have become of one notification of one alert. */
export interface Rehearsed<N> {
  readonly notice: N;
  /** That it fired, or why it is held back. */
  readonly kind: NoticeKind;
  /** Held until then at least, told then, or told then along with an alert before. */
  readonly outcome: 'SILENCED' | 'SUPPRESSED' | 'TOLD' | 'JOINED';
  readonly atMs: number;
}

export interface RehearsedAlert<N> {
  readonly notices: readonly Rehearsed<N>[];
  /** Of the policy, where they begin with this alert; places from 0. */
  readonly steps: readonly { readonly place: number; readonly atMs: number }[];
}

/** An incident while time passes. */
interface Incident<N> {
  lastMs: number;
  isEscalated: boolean;
  isHeld: boolean;
  readonly threads: Map<N, { dueMs: number | undefined; toldMs: number | undefined }>;
}

/**
 * Who would have been told of alerts of one definition on one resource, and when, by the function that decides about real ones; as
 * if each delivery succeeded at once, each problem lasted, and nobody acknowledged. What holds an alert back may outlast it. Pure.
 * See rule alerts-49.
 *
 * @param firedMs in the order of time
 */
export function rehearse<N extends RehearsedNotice>(
  firedMs: readonly number[],
  notices: readonly N[],
  rules: RehearsalRules,
): RehearsedAlert<N>[] {
  /** By what suppresses them; one of those that nothing does. */
  const incidents = new Map<number | undefined, Incident<N>>();
  return firedMs.map((nowMs) => {
    const causeId = rules.causeAt(nowMs);
    const known = incidents.get(causeId);
    const incident: Incident<N> =
      known && nowMs - known.lastMs <= rules.windowMs
        ? known
        : { lastMs: nowMs, isEscalated: false, isHeld: false, threads: new Map() };
    incidents.set(causeId, incident);
    incident.lastMs = nowMs;
    const { silences, grouping } = rules;
    return decide(
      incident,
      notices,
      { ...UNHELD, sinceMs: nowMs, nowMs, causeId, silences, grouping },
      rules.escalation,
    );
  });
}

function decide<N extends RehearsedNotice>(
  incident: Incident<N>,
  notices: readonly N[],
  situation: NoticeSituation,
  escalation: RehearsalRules['escalation'],
): RehearsedAlert<N> {
  const { nowMs, causeId } = situation;
  const heldBy = incident.isHeld ? { reason: 'SUPPRESSED' as const, causeId } : undefined;
  const open = notices.map((notice) => ({
    ...{ notice, kind: 'ALERT' as const, failures: 0, failedMs: undefined },
    thread: notice.gathers ? threadOf(incident.threads.get(notice), nowMs) : undefined,
  }));
  const { hold, told, joined, announced } = planNotices({ ...situation, heldBy }, open);
  const rehearsed: Rehearsed<N>[] = [];
  if (hold) {
    const outcome = hold.reason === 'SUPPRESSED' ? 'SUPPRESSED' : 'SILENCED';
    rehearsed.push(
      ...notices.map((notice) => ({ notice, kind: 'ALERT' as const, outcome, atMs: hold.untilMs }) as const),
    );
  }
  incident.isHeld = hold?.reason === 'SUPPRESSED';
  for (const {
    notice: { notice, thread },
    leaderId: dueMs,
  } of joined) {
    rehearsed.push({ notice, kind: 'ALERT', outcome: 'JOINED', atMs: thread ? dueMs : nowMs });
  }
  for (const [kind, each] of [
    ['ALERT', told],
    ['HELD', announced],
  ] as const) {
    for (const {
      notice: { notice, thread },
      atMs,
    } of each) {
      incident.threads.set(notice, { dueMs: atMs, toldMs: thread?.toldMs });
      rehearsed.push({ notice, kind, outcome: 'TOLD', atMs });
    }
  }
  const begins = !hold && !incident.isEscalated && escalation !== undefined;
  incident.isEscalated ||= !hold;
  const order = (notice: N): number => notices.indexOf(notice);
  return {
    notices: rehearsed.sort((a, b) => order(a.notice) - order(b.notice)),
    steps: begins ? stepsAhead({ ...situation, escalation: { ...escalation, told: 0 } }) : [],
  };
}

/** One that waits is named by its time. */
function threadOf(known: { dueMs: number | undefined; toldMs: number | undefined } | undefined, nowMs: number): Thread {
  const isWaiting = known?.dueMs !== undefined && known.dueMs > nowMs;
  return isWaiting
    ? { leaderId: known.dueMs, toldMs: known.toldMs }
    : { leaderId: undefined, toldMs: known?.dueMs ?? known?.toldMs };
}
