import type { DayOfWeek, OnCallMessageKind, Priority } from '@wardstone/terms';
import { counted, numberText } from '@wardstone/units';
import { type RotationTimes, shiftAt } from './rotation';
import { dayAt, dayOfWeek, toEpochMs } from './wall-clock';

/** The messages that a rotation sends its members about their shifts. */
export interface MessageSettings {
  readonly handoverMessage: boolean;
  /** Day of the weekly test message; null for none. */
  readonly testDay: DayOfWeek | null;
  /** Time of day such as `10:00`. */
  readonly testTime: string | null;
}

/** A rotation, and the messages sent so far. */
export interface WatchedRotation extends RotationTimes, MessageSettings {
  /** The person on call at the last check; null before the first one. */
  readonly onCallUserId: number | null;
  /** Time of the last test message; null before the first check. */
  readonly testedMs: number | null;
}

export interface DueMessages {
  readonly messages: readonly { readonly kind: OnCallMessageKind; readonly userId: number }[];
  readonly onCallUserId: number;
  readonly testedMs: number;
}

/** Checks the message settings of a request, and fills in defaults. Pure. */
export function checkMessages({
  handoverMessage = true,
  testDay = null,
  testTime = null,
}: { [K in keyof MessageSettings]?: MessageSettings[K] | undefined }): MessageSettings | { problem: string } {
  if ((testDay === null) !== (testTime === null)) {
    return { problem: 'Fields testDay and testTime must both be given, or none of them' };
  }
  return { handoverMessage, testDay, testTime };
}

const WEEK_DAYS = 7;
/** A test message that is later than this, e.g. after an outage, is skipped until the next week. */
const LATEST_TEST_MS = 3_600_000;

/** Messages to send now, and the state to store with them; undefined if nothing has changed. Pure. See rule alerts-64. */
export function dueMessages(rotation: WatchedRotation, nowMs: number): DueMessages | undefined {
  const { onCallUserId: former, handoverMessage } = rotation;
  const { userId } = shiftAt(rotation, nowMs);
  const isHandover = former !== userId;
  const testedMs = rotation.testedMs ?? nowMs;
  const testMs = lastTestMs(rotation, nowMs);
  const isTest = testMs !== undefined && testMs > testedMs;
  if (!isHandover && !isTest && rotation.testedMs !== null) return undefined;
  return {
    messages: [
      ...(isHandover && former !== null && handoverMessage
        ? [
            { kind: 'INCOMING' as const, userId },
            { kind: 'OUTGOING' as const, userId: former },
          ]
        : []),
      ...(isTest && nowMs - testMs <= LATEST_TEST_MS ? [{ kind: 'TEST' as const, userId }] : []),
    ],
    onCallUserId: userId,
    testedMs: isTest ? testMs : testedMs,
  };
}

/** The most recent scheduled time of the test. */
function lastTestMs({ testDay, testTime, timeZone }: WatchedRotation, nowMs: number): number | undefined {
  if (testDay === null || testTime === null) return undefined;
  const today = dayAt(nowMs, timeZone);
  for (let back = 0; back <= WEEK_DAYS; back++) {
    const day = today.subtract({ days: back });
    if (dayOfWeek(day) !== testDay) continue;
    const testMs = toEpochMs(day, testTime, timeZone);
    if (testMs <= nowMs) return testMs;
  }
  return undefined;
}

/** An open problem in a handover message. */
export interface OpenProblem {
  readonly kind: 'ALERT' | 'RESOURCE' | 'OPERATION';
  /** Host and resource. */
  readonly place: string;
  /** Name of the alert definition or operation. */
  readonly name: string;
  /** Values that met the conditions of an alert, e.g. `97 %`. */
  readonly values: readonly string[];
  readonly severity: Priority;
  readonly state: string;
  /** Whoever has acknowledged it. */
  readonly acknowledgedBy: string | null;
  /** The resource that suppresses it. */
  readonly causeName: string | null;
  /** 0 if unknown. */
  readonly sinceMs: number;
}

/** Open problems in a handover message, which lists the worst of them. */
export interface OpenProblems {
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  readonly acknowledged: number;
  readonly held: number;
  readonly total: number;
  /** The first are the worst. */
  readonly worst: readonly OpenProblem[];
}

export interface MessageFacts {
  readonly kind: OnCallMessageKind;
  readonly rotation: string;
  readonly timeZone: string;
  readonly current: { readonly person: string; readonly endMs: number };
  readonly next: { readonly person: string } | undefined;
  readonly problems: OpenProblems;
}

/** Content of a message; a message without `list` needs none. */
export interface MessageText {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly list: readonly { readonly place: string; readonly text: string }[];
  /** Number of problems that are not listed; empty for none. */
  readonly more: string;
}

/** At most this many problems are listed without a cut, as in notifications of alerts. */
export const MAX_UNCUT_PROBLEMS = 20;
const MAX_CUT_PROBLEMS = 10;

/** Pure. */
export function textOfMessage(facts: MessageFacts): MessageText {
  const { kind, rotation, timeZone, current, next, problems } = facts;
  const until = `${timeIn(current.endMs, timeZone)} (${timeZone})`;
  const follows = next ? [`${next.person} takes over then.`] : [];
  switch (kind) {
    case 'INCOMING':
      return {
        subject: `You are on call for ${rotation} until ${until}`,
        ...toSummary(problems, timeZone, follows),
      };
    case 'OUTGOING':
      return {
        subject: `Your shift for ${rotation} is over: ${current.person} is on call`,
        ...toSummary(problems, timeZone, [`${current.person} is on call until ${until}.`]),
      };
    case 'TEST':
      return {
        subject: `Test of the on-call rotation ${rotation}`,
        lines: [
          `This is the weekly test of the on-call rotation ${rotation}. Notifications reach you; no alert has fired.`,
          `You are on call until ${until}.`,
          ...follows,
        ],
        list: [],
        more: '',
      };
  }
}

/**
 * Why a message is out of date, because it was delayed and the person on call has changed meanwhile; undefined if it is not.
 * Pure.
 */
export function outdatedText(kind: OnCallMessageKind, isOnCall: boolean): string | undefined {
  if (kind === 'OUTGOING') return isOnCall ? 'is on call again' : undefined;
  return isOnCall ? undefined : 'is no longer on call';
}

function toSummary(
  { high, medium, low, acknowledged, held, total, worst }: OpenProblems,
  timeZone: string,
  before: readonly string[],
): Omit<MessageText, 'subject'> {
  const counts = [
    ...(high > 0 ? [`${numberText(high)} high`] : []),
    ...(medium > 0 ? [`${numberText(medium)} medium`] : []),
    ...(low > 0 ? [`${numberText(low)} low`] : []),
    ...(acknowledged > 0 ? [`${numberText(acknowledged)} acknowledged`] : []),
    ...(held > 0 ? [`${numberText(held)} silenced or suppressed`] : []),
  ];
  const listed = total <= MAX_UNCUT_PROBLEMS ? worst : worst.slice(0, MAX_CUT_PROBLEMS);
  const left = total - listed.length;
  return {
    lines: [...before, counts.length === 0 ? 'No open problems.' : `Open problems: ${counts.join(', ')}.`],
    list: listed.map((problem) => ({ place: problem.place, text: describeProblem(problem, timeZone) })),
    more: left > 0 ? `… and ${counted(left, 'more problem')}` : '',
  };
}

function describeProblem(problem: OpenProblem, timeZone: string): string {
  const { kind, name, values, severity, state, acknowledgedBy, causeName, sinceMs } = problem;
  // The name of a resource that is down is its type.
  const what = { ALERT: name, RESOURCE: 'DOWN', OPERATION: `${name} failed` }[kind];
  return [
    what,
    ...values,
    severity.toLowerCase(),
    ...(state === 'ACKNOWLEDGED' ? [`acknowledged by ${acknowledgedBy ?? 'somebody'}`] : []),
    ...(state === 'SILENCED' ? ['silenced'] : []),
    ...(state === 'SUPPRESSED' ? [causeName === null ? 'suppressed' : `suppressed by ${causeName}`] : []),
    ...(sinceMs > 0 ? [`since ${timeIn(sinceMs, timeZone)}`] : []),
  ].join(', ');
}

/** Format: `Mon, 7 Dec 2026, 09:00`. */
function timeIn(ms: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  } as const);
  return format.format(ms);
}
