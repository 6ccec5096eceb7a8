import { counted, cutText, numberText } from '@wardstone/units';
import type { DueIncident } from './delivery.queries';
import type { ProblemCount } from './incident-summary.queries';
import {
  durationText,
  ENDED_STATES,
  type EndedState,
  getEndedState,
  getIncidentEnd,
  type IncidentSummary,
  isOfOne,
  isReleased,
  type Notice,
  type NoticeCondition,
  type NoticeMessage,
  type NoticeValues,
  signalText,
  isAboutAlert,
  timeText,
  countProblems,
  describeLocation,
} from './notice';
import type { ProblemState } from '../../alert-state/incident-problems.sql';

/** Text of a notification, the same on every channel. */
export interface NoticeText {
  /** One line, e.g. `[MEDIUM] Disk almost full: 995 alerts on node-001, node-002 and 197 more hosts`. */
  readonly headline: string;
  /** State of the incident by line; empty if the headline and the conditions are enough. */
  readonly summary: readonly string[];
  /** One line for each alert, starting with its host. */
  readonly list: readonly { readonly place: string; readonly text: string }[];
  /** Number of alerts that are not listed; empty for none. */
  readonly more: string;
}

/** A longer list is hard to read on a phone. */
const MAX_LINES = 10;
/** Lists of at most this many problems fit on one screen and are not cut. */
const MAX_UNCUT = 20;
const MAX_VALUE_LENGTH = 80;

export function describeNotice(notice: Notice): NoticeText {
  return notice.message ? describeMessage(notice.message) : describeAlert(notice);
}

function describeMessage({ subject, lines, list = [], more = '' }: NoticeMessage): NoticeText {
  return { headline: inOneLine(subject), summary: lines.map(inOneLine), list: list.map(toOneLine), more };
}

function describeAlert(notice: Notice): NoticeText {
  const isWhole = listedCount(notice) <= MAX_UNCUT;
  const own = listedCount(notice) === 0 ? [] : (notice.summary?.listed ?? [asListed(notice)]);
  const shown = isWhole ? own : own.slice(0, MAX_LINES);
  const others = notice.incident?.elsewhere.first ?? [];
  const left = listedCount(notice) - shown.length;
  const isEnd = notice.incident?.kind === 'END';
  const leftElsewhere = (notice.incident?.elsewhere.count ?? 0) - others.length;
  return {
    headline: renderHeadline(notice),
    summary: toSummary(notice),
    list: [
      ...shown.map(({ place, definition, ...problem }) => ({
        place,
        text: [definition, ...stateParts(problem).flatMap((part) => withoutName(part, definition))].join(', '),
      })),
      ...others.map(({ place, definition, kind }) => ({ place, text: `${definition}${ELSEWHERE[kind]}` })),
    ].map(toOneLine),
    more: [
      ...(left > 0 && own.length > 0
        ? [`… and ${isEnd ? `${numberText(left)} more` : counted(left, 'more alert')}`]
        : []),
      ...(leftElsewhere > 0 ? [`… and ${counted(leftElsewhere, 'more alert')} of other incidents`] : []),
    ].join('\n'),
  };
}

function toOneLine({ place, text }: { place: string; text: string }): { place: string; text: string } {
  return { place: inOneLine(place), text: inOneLine(text) };
}

/** An external alert without a value repeats its title in place of it. */
function withoutName(part: string, name: string): string[] {
  if (part === name) return [];
  return [part.startsWith(`${name}, `) ? part.slice(name.length + 2) : part];
}

/** All lines below the headline. */
export function renderLines(notice: Notice): string[] {
  const { summary, list, more } = describeNotice(notice);
  return [...summary, ...list.map(({ place, text }) => `${place}: ${text}`), ...(more === '' ? [] : [more])];
}

/** The notification's own alert as a list entry, for a digest that also lists others. */
function asListed(notice: Notice): Judged & { place: string; definition: string } {
  const { definition, sinceMs, conditions, heartbeat, acknowledgedBy, incident } = notice;
  const state = incident?.hasEnded && notice.state === 'FIRING' ? 'RECOVERED' : notice.state;
  const endedBy = findEnder(incident);
  return {
    place: describeLocation(notice),
    definition: definition.name,
    state,
    acknowledgedBy,
    endedBy,
    sinceMs,
    conditions,
    heartbeat,
  };
}

/** Number of problems that the list covers. */
function listedCount(notice: Notice): number {
  if (isOfOne(notice) || (notice.incident && isReleased(notice.incident))) return 0;
  const { incident, summary } = notice;
  return !summary ? 1 : incident?.kind === 'END' ? countProblems(summary) : summary.told;
}

/** Text after an alert of another incident in a digest. */
const ELSEWHERE = { ALERT: '', HELD: ', suppressed', END: ', over' } as const;

/** The notification in one line, e.g. `[HIGH] web-1 / System: load is very high, 97 %`. */
export function renderHeadline(notice: Notice): string {
  const { definition, isTest, incident, message } = notice;
  if (message) return inOneLine(message.subject);
  const begin = isTest ? 'Test: ' : incident ? toBeginning(incident, notice) : '';
  const elsewhere = incident?.elsewhere.count ?? 0;
  const more = elsewhere > 0 ? ` (and ${counted(elsewhere, 'alert')} of other incidents)` : '';
  return inOneLine(`${begin}[${definition.priority}] ${toSubject(notice)}${more}`);
}

/** Collapses line breaks, which users may have put into names. */
function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function toBeginning({ hasEnded, step, isUpdate }: DueIncident, notice: Notice): string {
  if (hasEnded) return `${ENDED_WORDS[endOfAll(notice)]}: `;
  if (step !== null) return 'Escalated: ';
  return isUpdate ? 'Update: ' : '';
}

/** How the alerts of an incident have ended, if all have ended alike. */
function endOfAll({ incident, summary }: Notice): EndedState | 'MIXED' {
  if (incident && isReleased(incident)) return 'MIXED';
  const [only, ...others] = ENDED_STATES.filter((state) => summary?.counts[state]);
  if (others.length > 0) return 'MIXED';
  const { reason } = incident?.ending ?? { reason: 'RECOVERED' };
  return only ?? (reason === 'RECOVERED' || reason === 'RESOLVED' ? reason : 'CLOSED');
}

const ENDED_WORDS = { RECOVERED: 'Recovered', RESOLVED: 'Resolved', CLOSED: 'Closed', MIXED: 'Ended' } as const;

function toSubject(notice: Notice): string {
  const { definition, incident, summary } = notice;
  const own = `${describeLocation(notice)}: ${definition.name}`;
  if (incident?.hasEnded) return subjectOfEnd(incident, notice, own);
  if (incident?.kind === 'HELD') return subjectOfHeld(incident, notice, own);
  if (!summary || countProblems(summary) <= 1) return withState(notice, own);
  return subjectOfMany(notice, summary, own);
}

function subjectOfEnd({ cause }: DueIncident, notice: Notice, own: string): string {
  const { incident, summary } = notice;
  if (incident && isReleased(incident)) return releasedText(incident);
  if (!summary || countProblems(summary) <= 1) return cause?.name ?? own;
  return `${cause?.name ?? describeCause(notice)}: ${counted(countProblems(summary), 'alert')} on ${hostsText(summary.counts.ALL)}`;
}

function releasedText({ cause }: DueIncident): string {
  return `${cause!.name} no longer suppresses alerts`;
}

function subjectOfHeld({ cause, isFlapping, suppressed }: DueIncident, notice: Notice, own: string): string {
  if (isFlapping && suppressed === 0) return `${own} is flapping`;
  return `${cause?.name ?? describeLocation(notice)} is DOWN: ${counted(suppressed, 'alert')} suppressed`;
}

/** Adds the alert's value, or its state if it is no longer firing. */
function withState({ incident, ...notice }: Notice, own: string): string {
  const { state, acknowledgedBy, conditions, heartbeat } = notice;
  const endedBy = findEnder(incident);
  return [own, ...stateParts({ state, acknowledgedBy, endedBy, conditions, heartbeat }, { isShort: true })].join(', ');
}

/** The firing alerts with their hosts, then counts of the other states. A single firing alert is described in full. */
function subjectOfMany(notice: Notice, { counts, told }: IncidentSummary, own: string): string {
  const firing = counts.FIRING?.alerts ?? 0;
  const rest = REST.flatMap((state) => (counts[state] ? [{ state, alerts: counts[state].alerts }] : []));
  if (firing === 1 && told === 1 && notice.state === 'FIRING') {
    const [first, ...others] = rest;
    const more = [`${counted(first!.alerts, 'alert')} ${WORDS[first!.state]}`, ...others.map(stateCount)];
    return `${withState(notice, own)} (${more.join(', ')})`;
  }
  const what = describeCause(notice);
  if (rest.length === 0) return `${what}: ${counted(firing, 'alert')} on ${hostsText(counts.FIRING)}`;
  if (firing > 0) {
    const on = `${numberText(firing)} firing on ${hostsText(counts.FIRING)}`;
    return `${what}: ${[on, ...rest.map(stateCount)].join(', ')}`;
  }
  return `${what}: ${rest.map(stateCount).join(', ')} on ${hostsText(counts.ALL)}`;
}

/** The name of the most urgent definition, and the number of others. */
function describeCause({ summary, definition }: Notice): string {
  const more = (summary?.definitions ?? 1) - 1;
  const name = summary?.definition ?? definition.name;
  return more <= 0 ? name : `${name} and ${counted(more, 'other problem')}`;
}

const WORDS: Readonly<Record<ProblemState, string>> = {
  FIRING: 'firing',
  ACKNOWLEDGED: 'acknowledged',
  SUPPRESSED: 'suppressed',
  SILENCED: 'silenced',
  RECOVERED: 'recovered',
  RESOLVED: 'resolved',
  CLOSED: 'closed',
};
const STATES = Object.keys(WORDS) as ProblemState[];
const REST = STATES.filter((state) => state !== 'FIRING');

function stateCount({ state, alerts }: { state: ProblemState; alerts: number }): string {
  return `${numberText(alerts)} ${WORDS[state]}`;
}

/** Two hosts by name, e.g. `node-001, node-002 and 197 more hosts`. */
function hostsText({ hosts, first }: ProblemCount = { alerts: 0, hosts: 0, first: [] }): string {
  const names = first.map(({ name }) => name);
  if (hosts <= 2) return names.join(' and ');
  if (hosts === 3 && names.length === 3) return `${names[0]}, ${names[1]} and ${names[2]}`;
  return `${names.slice(0, 2).join(', ')} and ${counted(hosts - 2, 'more host')}`;
}

/** Up to ten hosts with their numbers, e.g. `199 hosts: node-001 (5), node-002 (5), … and 189 more`. */
function hostCounts({ alerts, hosts, first }: ProblemCount): string {
  const each = first.map(({ name, alerts: own }) => (alerts === hosts ? name : `${name} (${numberText(own)})`));
  if (hosts === 1) return first[0]!.name;
  const left = hosts - first.length;
  return `${counted(hosts, 'host')}: ${each.join(', ')}${left > 0 ? `, … and ${numberText(left)} more` : ''}`;
}

function toSummary(notice: Notice): string[] {
  const { incident, summary } = notice;
  if (!incident) return [];
  const { cause, suppressed, isFlapping, step } = incident;
  const isMany = !isOfOne(notice) && summary !== undefined;
  const ended = getEndedState(notice);
  return [
    ...endLines(notice),
    ...(ended && isOfOne(notice) && isAboutAlert(notice)
      ? [`${ENDED_WORDS[ended]} before this message was sent.`]
      : []),
    ...(step === null ? [] : [`Escalation step ${step + 1}: nobody has acknowledged it.`]),
    ...(isFlapping ? ['This alert is flapping. Notifications are paused until it is stable.'] : []),
    ...(cause && suppressed > 0
      ? [`${cause.name} is DOWN. ${counted(suppressed, 'alert')} on dependent resources suppressed.`]
      : []),
    ...(isMany ? countLines(summary) : []),
    ...(isMany ? changeLines(notice, summary) : []),
  ];
}

/** One line per state, without states that have no alerts. */
function countLines({ counts }: IncidentSummary): string[] {
  return STATES.flatMap((state) => {
    const count = counts[state];
    return count ? [`${stateCount({ state, alerts: count.alerts })} on ${hostCounts(count)}`] : [];
  });
}

/** Changes since the last message; none for an escalation step, which repeats known facts. */
function changeLines(
  { incident }: Notice,
  { told, recoveredSince, resolvedSince, closedSince }: IncidentSummary,
): string[] {
  if (!incident?.isUpdate || incident.hasEnded || incident.step !== null) return [];
  const changes = [
    ...(told > 0 ? [`${numberText(told)} fired`] : []),
    ...(recoveredSince > 0 ? [`${numberText(recoveredSince)} recovered`] : []),
    ...(resolvedSince > 0 ? [`${numberText(resolvedSince)} resolved`] : []),
    ...(closedSince > 0 ? [`${numberText(closedSince)} closed`] : []),
  ];
  return changes.length === 0 ? [] : [`Since the last message: ${changes.join(', ')}.`];
}

/** Display name of the person or system that resolved an incident. */
function findEnder(incident: Notice['incident']): string | null | undefined {
  return incident?.ending?.person ?? incident?.ending?.by;
}

/** How an incident ended, e.g. `Recovered after 1 min 21 s, now 5.` */
function endLines(notice: Notice): string[] {
  const { incident, conditions } = notice;
  if (!incident?.hasEnded) return [];
  const end = getIncidentEnd(incident);
  const after = end ? ` after ${durationText(end.durationMs)}` : '';
  if (isReleased(incident))
    return [`${releasedText(incident)}${after}. Alerts that still fire are notified separately.`];
  const how = endOfAll(notice);
  const { reason = null } = incident.ending ?? {};
  const by = findEnder(incident);
  if (how === 'CLOSED' && reason !== null && reason in CLOSED_TEXTS) {
    return [CLOSED_TEXTS[reason as keyof typeof CLOSED_TEXTS](after)];
  }
  const ended = how === 'RESOLVED' && by ? `Resolved by ${by}` : ENDED_WORDS[how];
  // With several alerts, the values of one do not describe the rest.
  const latest = isOfOne(notice)
    ? conditions.flatMap(({ text, latest: newest }) => (newest ? [{ text, value: newest.valueText }] : []))
    : [];
  if (latest.length === 1) return [`${ended}${after}, now ${latest[0]!.value}.`];
  return [`${ended}${after}.`, ...latest.map(({ text, value }) => `${text}: now ${value}`)];
}

const CLOSED_TEXTS = {
  DEFINITION_CHANGED: (after: string) => `The alert definition was changed${after}. Its condition is no longer met.`,
  DEFINITION_REMOVED: (after: string) => `The alert definition was removed${after}. The problem may persist.`,
  RESOURCE_REMOVED: (after: string) => `The resource was removed${after}. The problem may persist.`,
} as const;

interface Judged extends NoticeValues {
  readonly state: ProblemState;
  readonly acknowledgedBy?: string | null | undefined;
  readonly endedBy?: string | null | undefined;
  readonly sinceMs?: number;
}

/** The value, the state and its start; only the state if the alert has ended. */
function stateParts(
  { state, acknowledgedBy, endedBy, sinceMs, ...values }: Judged,
  { isShort = false } = {},
): string[] {
  if (state === 'RESOLVED' && endedBy) return [`${WORDS[state]} by ${endedBy}`];
  if (state === 'RECOVERED' || state === 'RESOLVED' || state === 'CLOSED') return [WORDS[state]];
  return [
    ...valueParts(values, isShort),
    ...(state === 'FIRING' ? [] : [acknowledgedBy ? `${WORDS[state]} by ${acknowledgedBy}` : WORDS[state]]),
    ...(isShort || sinceMs === undefined ? [] : [`since ${timeText(sinceMs)}`]),
  ];
}

/** Values that met the conditions of an alert, for display. */
function valueParts({ conditions, heartbeat }: NoticeValues, isShort: boolean): string[] {
  const [first, ...others] = conditions.filter(({ isNumber }) => isNumber);
  const shown = isShort ? (first && others.length === 0 ? [first] : []) : conditions.filter(isWorthShowing);
  return [
    ...shown.map(({ valueText }) => cutText(valueText, MAX_VALUE_LENGTH)),
    ...(heartbeat ? [signalText(heartbeat)] : []),
  ];
}

/** The values in a list entry that begins with the name of the alert. */
export function describeValues(values: NoticeValues, name: string): string[] {
  return valueParts(values, false).flatMap((part) => withoutName(part, name));
}

/** The value of an availability condition only repeats the name of the alert. */
function isWorthShowing({ isNumber, text }: NoticeCondition): boolean {
  return isNumber || !text.startsWith('availability ');
}

/** A link acts only on the message's own alert; its label names that alert if the message covers several. */
export function linkLabel(notice: Notice, action: 'Acknowledge' | 'Resolve'): string {
  return isOfOne(notice) ? action : inOneLine(`${action} only ${describeLocation(notice)}`);
}
