import type { ConditionMode, EndReason, StoryKind } from '@wardstone/terms';
import type { Dampening } from './dampening';
import type { NoticeKind } from './notice-plan';

/** Mode and dampening of a definition when it fired. */
export interface FiringRules {
  readonly mode: ConditionMode;
  readonly dampening: Dampening;
}

/** The reason for firing, as a sentence. */
export function summarise(
  { mode, dampening }: FiringRules,
  matched: number,
  conditions: number,
  occurrences: number,
): string {
  const held =
    conditions === 1
      ? 'The condition was met'
      : mode === 'ALL'
        ? `All ${conditions} conditions were met`
        : `${matched} of ${conditions} conditions were met; one is enough`;
  return `${held}${dampeningText(dampening, occurrences)}.`;
}

function dampeningText({ category, count, period, unit }: Dampening, occurrences: number): string {
  const needed = Math.max(1, count);
  const times = `${occurrences} ${occurrences === 1 ? 'time' : 'times'}`;
  switch (category) {
    case 'NONE':
      return '';
    case 'ONCE':
      return ', and the definition was disabled';
    case 'CONSECUTIVE_COUNT':
      return ` ${times} in a row, as required`;
    case 'PARTIAL_COUNT':
      return ` ${times} within the last ${Math.max(period, needed)} evaluations; ${needed} required`;
    case 'DURATION_COUNT':
      return period === 0
        ? ` ${times}; ${needed} required`
        : ` ${times} within ${period} ${(unit ?? 'MINUTES').toLowerCase()}; ${needed} required`;
    case 'INVERSE_COUNT':
      return count === 0 ? '' : `, and the next ${count} times are skipped`;
  }
}

/** Input for the explanation of an alert. */
export interface AlertFacts {
  readonly name: string;
  readonly summary: string;
  readonly firedMs: number;
  /** Conditions that held, and the values that met them. */
  readonly matches: readonly { readonly description: string; readonly valueText: string; readonly atMs: number }[];
  /** Server times of the occurrences that dampening counted. */
  readonly occurrences: readonly number[];
  /** Why it was held back; undefined for one that was not. */
  readonly hold: FactsOfHold | undefined;
  /** When, why and by whom it ended; undefined while it lasts. */
  readonly end: FactsOfEnd | undefined;
  readonly acknowledged: { readonly by: string; readonly atMs: number; readonly comment: string | null } | undefined;
  readonly notices: readonly FactsOfNotice[];
  readonly steps: readonly FactsOfStep[];
}

export interface FactsOfEnd {
  readonly atMs: number;
  /** Null when no reason was recorded. */
  readonly reason: EndReason | null;
  /** Account that resolved it. */
  readonly by: string | null;
}

export interface FactsOfHold {
  readonly text: string;
  /** Until when; undefined for one that has ended. */
  readonly untilMs: number | undefined;
  /** When it was notified; undefined when there was nothing left to notify. */
  readonly notifiedMs: number | undefined;
}

export interface FactsOfNotice {
  readonly senderName: string;
  readonly kind: NoticeKind;
  /** Step of the escalation policy, from 1. */
  readonly step?: number | undefined;
  /** Sent together with another alert of its incident. */
  readonly isCarried: boolean;
  readonly attempts: readonly { readonly atMs: number; readonly state: string; readonly message: string }[];
  /** When it is tried next; undefined for never, or while it is held. */
  readonly dueMs: number | undefined;
}

/** A future step of an escalation policy, for one of its receivers. */
export interface FactsOfStep {
  readonly step: number;
  readonly policyName: string;
  readonly atMs: number;
  readonly senderName: string;
  /** Recipients; undefined if none, or if the caller may not see them. */
  readonly addressees: readonly Addressee[] | undefined;
}

/** A recipient of a notification. */
export interface Addressee {
  readonly name: string;
  /** End of the quiet hours that delay it for this person. */
  readonly quietUntilMs: number | undefined;
  /** Whether the person has neither a contact method nor an address from the issuer. */
  readonly isUnreachable?: boolean;
}

interface Step {
  readonly time: number;
  readonly kind: StoryKind;
  readonly text: string;
}

/** Order of entries with the same time. */
const ORDER: readonly StoryKind[] = [
  'MEASURED',
  'COUNTED',
  'FIRED',
  'HELD',
  'OVER',
  'TOLD',
  'ATTEMPT',
  'ACKNOWLEDGED',
  'PLANNED',
];

/** The timeline of an alert, past and planned, in order of time. Pure. See rule alerts-48. */
export function makeTimeline({ name, summary, firedMs, hold, end, acknowledged, ...facts }: AlertFacts): Step[] {
  const counted = facts.occurrences.length < 2 ? [] : facts.occurrences;
  const steps: Step[] = [
    ...facts.matches.map(({ description, valueText, atMs }): Step => {
      return { time: atMs, kind: 'MEASURED', text: `${description}: ${valueText}` };
    }),
    ...counted.map((time, at): Step => ({ time, kind: 'COUNTED', text: `Counted ${at + 1} of ${counted.length}` })),
    { time: firedMs, kind: 'FIRED', text: `${name}. ${summary}` },
    ...(hold ? stepsOfHold(hold, firedMs) : []),
    ...facts.notices.flatMap(stepsOfNotice),
    ...facts.steps.map(({ step, policyName, atMs, senderName, addressees }): Step => {
      const who = `Step ${step} of ${policyName}, ${senderName}`;
      return { time: atMs, kind: 'PLANNED', text: [who, ...addresseesText(addressees)].join(': ') };
    }),
  ];
  // The recovery's own notification already reports this end.
  if (end !== undefined && end.atMs !== hold?.notifiedMs) {
    const isUntold = hold && hold.notifiedMs === undefined;
    const text = `${endText(end)}${isUntold ? ', before it was notified' : ''}`;
    steps.push({ time: end.atMs, kind: 'OVER', text });
  }
  if (acknowledged) {
    const { by, atMs, comment } = acknowledged;
    steps.push({ time: atMs, kind: 'ACKNOWLEDGED', text: comment === null ? `By ${by}` : `By ${by}: ${comment}` });
  }
  return steps.sort((a, b) => a.time - b.time || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

function endText({ reason, by }: FactsOfEnd): string {
  if (reason === 'RESOLVED' && by !== null) return `Resolved by ${by}`;
  return reason === null ? 'Ended' : END_TEXTS[reason];
}

const END_TEXTS: Readonly<Record<EndReason, string>> = {
  RECOVERED: 'Recovered',
  RESOLVED: 'Resolved manually',
  DEFINITION_CHANGED: 'The alert definition was changed, and its condition is no longer met',
  DEFINITION_REMOVED: 'The alert definition was removed',
  RESOURCE_REMOVED: 'The resource was removed',
  REPLACED: 'A later alert reports the same',
  EXPIRED: 'Closed automatically: recovery cannot be detected',
};

function stepsOfHold({ text, untilMs, notifiedMs }: FactsOfHold, firedMs: number): Step[] {
  const steps: Step[] = [{ time: firedMs, kind: 'HELD', text }];
  if (untilMs !== undefined) steps.push({ time: untilMs, kind: 'PLANNED', text: 'Next check whether to notify' });
  else if (notifiedMs !== undefined) steps.push({ time: notifiedMs, kind: 'TOLD', text: 'Still active, notified' });
  return steps;
}

const SAYS: Readonly<Record<NoticeKind, string>> = { ALERT: '', HELD: ', cause of suppression', END: ', recovery' };

function stepsOfNotice({ senderName, kind, step, isCarried, attempts, dueMs }: FactsOfNotice): Step[] {
  const who = `${step === undefined ? '' : `Step ${step}, `}${senderName}${SAYS[kind]}${isCarried ? ', with other alerts of the incident' : ''}`;
  return [
    ...attempts.map(({ atMs, state, message }): Step => {
      return { time: atMs, kind: 'ATTEMPT', text: `${who}: ${state}: ${message}` };
    }),
    ...(dueMs === undefined ? [] : [{ time: dueMs, kind: 'PLANNED' as const, text: `${who}: attempt` }]),
  ];
}

/** Maximum number of names in a sentence. */
const MAX_NAMED = 5;

function addresseesText(addressees: readonly Addressee[] | undefined): string[] {
  if (!addressees) return [];
  if (addressees.length === 0) return ['nobody'];
  const named = addressees.slice(0, MAX_NAMED).map(({ name, quietUntilMs, isUnreachable }) => {
    if (isUnreachable) return `${name}, who has no contact method`;
    return quietUntilMs === undefined ? name : `${name}, quiet until ${new Date(quietUntilMs).toISOString()}`;
  });
  const left = addressees.length - named.length;
  return [[...named, ...(left > 0 ? [`${left} more`] : [])].join('; ')];
}
