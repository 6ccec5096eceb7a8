import type { NoticeKind } from '@wardstone/terms';
import { type FlappingRule, flapsUntil } from './incident';
import {
  type CoveringSilence,
  EMPTY_THREAD,
  type EscalationState,
  type GroupingTimes,
  type Hold,
  type NoticeSituation,
  planNotices,
  type RecipientLimit,
  type Thread,
  UNHELD,
} from './notice-plan';
import { predictSteps } from './steps-ahead';

/** A notification of the definition under test. */
export interface RehearsedNotice {
  /** Whether recipients get one notification for an incident's alerts, and with `digest` a limited number an hour. */
  readonly gathers: 'incident' | 'digest' | undefined;
}

export interface RehearsalRules {
  readonly silences: readonly CoveringSilence[];
  readonly grouping: GroupingTimes;
  /** An incident takes no more alerts after this long without a new one. */
  readonly windowMs: number;
  /** The DOWN resource on which this one depended at a time; undefined for none. */
  readonly causeAt: (atMs: number) => number | undefined;
  readonly flapping: FlappingRule;
  /** Firing times of the alerts that had recovered by a time; decides about flapping. */
  readonly recoveredBy: (atMs: number) => readonly number[];
  /** Maximum number of notifications to a recipient within the period; 0 for no limit. */
  readonly limit: { readonly most: number; readonly periodMs: number };
  /** Whether the alerts end problems of another definition. */
  readonly isRecovery: boolean;
  /** Undefined without an escalation policy. */
  readonly escalation: Omit<EscalationState, 'notifiedSteps'> | undefined;
}

/** Outcome of a dry run for one notification of one alert. */
export interface Rehearsed<N> {
  readonly notice: N;
  /** Reason of the notification. */
  readonly kind: NoticeKind;
  /** Held until then at least, sent then (alone or in a digest), or joined to an earlier notification. */
  readonly outcome: 'SILENCED' | 'SUPPRESSED' | 'FLAPPING' | 'TOLD' | 'DIGEST' | 'JOINED';
  readonly atMs: number;
}

export interface RehearsedAlert<N> {
  readonly notices: readonly Rehearsed<N>[];
  /** Escalation steps that start with this alert; places count from 0. */
  readonly steps: readonly { readonly place: number; readonly atMs: number }[];
}

/**
 * Replays who would have been notified of the alerts of one definition on one resource, and when, with the same
 * decisions as for live alerts. Assumes that deliveries succeed at once, held problems last, nobody acknowledges, and
 * recipients get no other notifications. Pure. See rule alerts-49.
 * @param firedMs in order of time
 */
export function rehearse<N extends RehearsedNotice>(
  firedMs: readonly number[],
  notices: readonly N[],
  rules: RehearsalRules,
): RehearsedAlert<N>[] {
  const rehearsal = new Rehearsal(notices, rules);
  const drafts = firedMs.map((nowMs) => {
    rehearsal.sendUntil(nowMs);
    return rehearsal.fire(nowMs);
  });
  rehearsal.sendUntil(Infinity);
  return drafts.map(({ notices: drafted, steps }) => ({ notices: drafted.map(finished), steps }));
}

/** A message that waits for its time, or was sent. */
interface Sending<N> {
  /** Id that joined notifications refer to. */
  readonly id: number;
  readonly notice: N;
  readonly incident: Incident<N>;
  dueMs: number;
  isDigest: boolean;
  /** The digest that includes it. */
  carrier: Sending<N> | undefined;
}

/** State of an incident during the replay. */
interface Incident<N> {
  lastMs: number;
  isEscalated: boolean;
  isSuppressed: boolean;
  readonly threads: Map<N, { waiting?: Sending<N> | undefined; notifiedMs: number | undefined }>;
}

/** A result that is completed once everything has been sent. */
type Draft<N> = Pick<Rehearsed<N>, 'notice' | 'kind'> &
  (
    | { readonly held: Pick<Hold, 'untilMs'> & { readonly reason: Exclude<Hold['reason'], 'GROUPED'> } }
    | { readonly sending: Sending<N>; readonly isAlong: boolean }
  );

function finished<N>({ notice, kind, ...draft }: Draft<N>): Rehearsed<N> {
  if ('held' in draft) return { notice, kind, outcome: draft.held.reason, atMs: draft.held.untilMs };
  const { sending, isAlong } = draft;
  const sent = sending.carrier ?? sending;
  const own = sent.isDigest ? 'DIGEST' : 'TOLD';
  return { notice, kind, outcome: isAlong || sent !== sending ? 'JOINED' : own, atMs: sent.dueMs };
}

class Rehearsal<N extends RehearsedNotice> {
  /** Incidents by suppressing resource; undefined for alerts without one. */
  private readonly incidents = new Map<number | undefined, Incident<N>>();
  private readonly sendings: Sending<N>[] = [];
  private readonly waiting = new Set<Sending<N>>();
  private readonly sentMs = new Map<N, number[]>();
  private readonly digests = new Map<N, Sending<N>>();
  private flappedMs = -Infinity;

  constructor(
    private readonly notices: readonly N[],
    private readonly rules: RehearsalRules,
  ) {}

  /** Sends everything that is due, in order of time. */
  sendUntil(untilMs: number): void {
    for (;;) {
      let next: Sending<N> | undefined;
      for (const sending of this.waiting) if (sending.dueMs < (next?.dueMs ?? Infinity)) next = sending;
      if (!next || next.dueMs > untilMs) return;
      this.send(next);
    }
  }

  fire(nowMs: number): { notices: readonly Draft<N>[]; steps: RehearsedAlert<N>['steps'] } {
    const { silences, grouping, isRecovery, flapping, recoveredBy, escalation } = this.rules;
    const causeId = this.rules.causeAt(nowMs);
    const incident = this.getIncident(causeId, nowMs);
    const situation: NoticeSituation = {
      ...UNHELD,
      sinceMs: nowMs,
      nowMs,
      causeId,
      silences,
      grouping,
      isRecovery,
      flapsUntilMs: flapsUntil(recoveredBy(nowMs), flapping, nowMs),
      isFlappingNotified: this.flappedMs > nowMs - flapping.periodMs,
      heldBy: incident.isSuppressed ? { reason: 'SUPPRESSED', causeId } : undefined,
    };
    const open = this.notices.map((notice) => ({
      notice,
      kind: 'ALERT' as const,
      failures: 0,
      failedMs: undefined,
      thread: notice.gathers && getThread(incident, notice),
    }));
    const { hold, sent, joined, announced } = planNotices(situation, open);
    if (hold?.reason === 'FLAPPING') this.flappedMs = nowMs;
    incident.isSuppressed = hold?.reason === 'SUPPRESSED';
    const held = hold && { untilMs: hold.untilMs, reason: hold.reason as Exclude<Hold['reason'], 'GROUPED'> };
    const drafts: Draft<N>[] = [
      ...(held ? this.notices.map((notice) => ({ notice, kind: 'ALERT' as const, held })) : []),
      ...joined.map(({ notice: { notice }, leaderId }) => {
        return { notice, kind: 'ALERT' as const, sending: this.sendings[leaderId]!, isAlong: true };
      }),
      ...sent.map(({ notice: { notice }, atMs }) => this.plan('ALERT', incident, notice, atMs)),
      ...announced.map(({ notice: { notice }, atMs }) => this.plan('HELD', incident, notice, atMs)),
    ];
    const begins = !hold && !incident.isEscalated && escalation !== undefined;
    incident.isEscalated ||= !hold;
    const order = ({ notice }: Draft<N>): number => this.notices.indexOf(notice);
    return {
      notices: drafts.sort((a, b) => order(a) - order(b)),
      steps: begins ? predictSteps({ ...situation, escalation: { ...escalation, notifiedSteps: 0 } }) : [],
    };
  }

  private getIncident(causeId: number | undefined, nowMs: number): Incident<N> {
    const known = this.incidents.get(causeId);
    const incident: Incident<N> =
      known && nowMs - known.lastMs <= this.rules.windowMs
        ? known
        : { lastMs: nowMs, isEscalated: false, isSuppressed: false, threads: new Map() };
    this.incidents.set(causeId, incident);
    incident.lastMs = nowMs;
    return incident;
  }

  private plan(kind: NoticeKind, incident: Incident<N>, notice: N, dueMs: number): Draft<N> {
    const sending = { id: this.sendings.length, notice, incident, dueMs, isDigest: false, carrier: undefined };
    this.sendings.push(sending);
    this.waiting.add(sending);
    incident.threads.set(notice, { waiting: sending, notifiedMs: incident.threads.get(notice)?.notifiedMs });
    return { notice, kind, sending, isAlong: false };
  }

  /** Beyond the recipient's limit, it waits in a digest. */
  private send(sending: Sending<N>): void {
    const { notice, incident, dueMs: nowMs } = sending;
    const again = { kind: 'ALERT' as const, failures: 0, failedMs: undefined, dueMs: nowMs };
    const thread = { ...EMPTY_THREAD, limit: this.findLimit(sending) };
    const { sent, joined } = planNotices({ ...UNHELD, sinceMs: nowMs, nowMs }, [{ ...again, thread }]);
    const dueMs = sent[0]?.atMs ?? nowMs;
    if (dueMs > nowMs) {
      Object.assign(sending, { dueMs, isDigest: true });
      this.digests.set(notice, sending);
      return;
    }
    this.waiting.delete(sending);
    const { notifiedMs } = incident.threads.get(notice)!;
    if (joined[0]) {
      sending.carrier = this.sendings[joined[0].leaderId]!;
      incident.threads.set(notice, { notifiedMs });
      return;
    }
    if (this.digests.get(notice) === sending) this.digests.delete(notice);
    this.sentMs.set(notice, [...(this.sentMs.get(notice) ?? []), nowMs]);
    incident.threads.set(notice, { notifiedMs: nowMs });
  }

  private findLimit({ notice, dueMs: nowMs }: Sending<N>): RecipientLimit | undefined {
    const { most, periodMs } = this.rules.limit;
    if (notice.gathers !== 'digest' || most === 0) return undefined;
    const decisive = this.sentMs.get(notice)?.at(-most);
    if (decisive === undefined || decisive <= nowMs - periodMs) return undefined;
    return { untilMs: decisive + periodMs, leaderId: this.digests.get(notice)?.id };
  }
}

function getThread<N>(incident: Incident<N>, notice: N): Thread {
  const { waiting, notifiedMs } = incident.threads.get(notice) ?? { notifiedMs: undefined };
  return { leaderId: waiting?.id, notifiedMs };
}
