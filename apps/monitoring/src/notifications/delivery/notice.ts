import type { Outcome, StoredConfig, TargetOutcome } from '@wardstone/alerting';
import type { Transaction } from '@wardstone/database';
import type { Priority } from '@wardstone/dto/monitoring';
import { cutText } from '@wardstone/units';
import type { DueIncident, HeartbeatSignal, NoticeSeries } from './delivery.queries';
import type { ListedProblem, StoredSummary } from './incident-summary.queries';
import type { NoticeLinks } from '../action-links/action-links';
import type { ProblemState } from '../../alert-state/incident-problems.sql';
import type { LinkRecipient } from '../action-links/link-recipient';

/** An alert for a sender. */
export interface Notice extends NoticeValues {
  /** The same in every attempt, so that recipients can detect duplicates. */
  readonly id: string;
  readonly alertId: number;
  readonly firedMs: number;
  /** Time of the first attempt; now, if this is the first. */
  readonly notifiedMs: number;
  /** When the condition began to hold, as far as known. */
  readonly sinceMs: number;
  /** State of the alert at the time of writing. */
  readonly state: ProblemState;
  readonly acknowledgedBy?: string | undefined;
  /** URL of the alert's page. */
  readonly url: string;
  /** URL of the incident's page; absent if the alert is notified separately. */
  readonly incidentUrl?: string | undefined;
  readonly definition: {
    readonly id: number;
    readonly name: string;
    readonly priority: Priority;
  };
  /** Ancestors start with the platform and end with the resource itself. */
  readonly resource: { readonly id: number; readonly name: string; readonly lineage: readonly string[] };
  /** Series of a Prometheus target or an OpenTelemetry service. */
  readonly series?: NoticeSeries | undefined;
  readonly description: string;
  /** Text of a notification that is not about an alert, such as a handover message. */
  readonly message?: NoticeMessage | undefined;
  /** Whether it is only a test. */
  readonly isTest: boolean;
  /** Incident of a grouped notification. */
  readonly incident?: DueIncident | undefined;
  /** The problems of an incident; absent if it has only this alert. */
  readonly summary?: IncidentSummary | undefined;
  /** Creates links for a recipient, who may acknowledge without a login; absent if there is nothing to acknowledge. */
  readonly makeLinks?: ((recipient: LinkRecipient) => Promise<NoticeLinks | undefined>) | undefined;
}

export interface NoticeMessage {
  /** Type of the message in webhooks. */
  readonly type: 'on-call.handover' | 'compliance.evidence';
  readonly subject: string;
  readonly lines: readonly string[];
  readonly list?: readonly { readonly place: string; readonly text: string }[];
  /** Number of entries that are not listed; empty for none. */
  readonly more?: string;
  /** Of mails. */
  readonly attachments?: readonly MailAttachment[];
}

/** A file as the library for mails takes it. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A notification for one recipient. */
export interface LinkedNotice extends Notice {
  readonly links?: NoticeLinks | undefined;
}

/** A condition that was met. */
export interface NoticeCondition {
  readonly text: string;
  /** Measured value. */
  readonly value: string;
  /** Value for display. */
  readonly valueText: string;
  readonly isNumber: boolean;
  readonly atMs: number;
  /** The newest value when the incident has ended, if there is one. */
  readonly latest?: { readonly value: string; readonly valueText: string } | undefined;
}

/** Values that met the conditions of an alert. */
export interface NoticeValues {
  readonly conditions: readonly NoticeCondition[];
  /** Last signal, if the resource is a heartbeat that was silent when the alert fired. */
  readonly heartbeat?: HeartbeatSignal | null | undefined;
}

/** Counts of an incident's problems, and some of the problems. */
export interface IncidentSummary extends Omit<StoredSummary, 'listed'> {
  readonly listed: readonly (Omit<ListedProblem, keyof NoticeValues> & NoticeValues)[];
}

/** Outcomes of recipients that need no further attempt, by target. */
export type SettledTargets = ReadonlyMap<string, Outcome>;

/** Notifies recipients of an alert. */
export interface Sender {
  readonly name: string;
  /**
   * Makes one attempt, except for recipients in `settled`. Reports failures of the notification or of recipients as
   * outcomes instead of throwing.
   */
  send(notice: Notice, config: StoredConfig, settled: SettledTargets): Promise<readonly TargetOutcome[]>;
}

/**
 * A sender that works in the database: its work is part of the transaction that records it, and so done exactly once.
 */
export interface StoringSender {
  readonly name: string;
  store(tx: Transaction, notice: Notice, config: StoredConfig): Promise<readonly TargetOutcome[]>;
}

/** Name of the platform, or `instance` of a target without one. */
export function getHost(notice: Notice): string {
  return getOwnHost(notice) ?? notice.resource.lineage[0] ?? notice.resource.name;
}

function getOwnHost({ series }: Notice): string | undefined {
  return series?.isBelowSource ? series.labels['instance'] : undefined;
}

/** Labels of the series that met a condition; empty if none did. */
export function getSeriesLabels({ series }: Notice): Readonly<Record<string, string>> {
  return series?.labels ?? {};
}

export function conditionsText({ conditions, heartbeat }: Notice): string {
  const values = conditions.map(({ text, valueText }) => `${text}, value ${valueText}`);
  return [...values, ...(heartbeat ? [signalText(heartbeat)] : [])].join('; ');
}

/** The last signal of a heartbeat. */
export function signalText({ heardMs }: HeartbeatSignal): string {
  return heardMs === null ? 'no signal yet' : `last signal ${timeText(heardMs)}`;
}

/**
 * Host and resource, e.g. `web-1 / System`; only the name if the resource is the host, or a target whose name contains
 * its host.
 */
export function describeLocation(notice: Notice): string {
  const { resource } = notice;
  const host = getHost(notice);
  if (host === getOwnHost(notice) && resource.name.includes(host)) return resource.name;
  return resource.lineage.length > 1 ? `${host} / ${resource.name}` : host;
}

/** Whether the notification covers a single alert. */
export function isOfOne({ incident, summary }: Notice): boolean {
  return (
    !incident ||
    (incident.kind !== 'HELD' && !isReleased(incident) && incident.elsewhere.count === 0 && countProblems(summary) <= 1)
  );
}

/**
 * Whether it reports that a cause suppresses nothing any more, while the alerts that it suppressed are notified
 * separately.
 */
export function isReleased({ hasEnded, isEmpty = false, cause }: DueIncident): boolean {
  return hasEnded && isEmpty && cause !== null;
}

/** Number of problems in the incident; 1 without a summary. */
export function countProblems(summary: IncidentSummary | undefined): number {
  return summary ? (summary.counts.ALL?.alerts ?? 0) : 1;
}

export const ENDED_STATES = ['RECOVERED', 'RESOLVED', 'CLOSED'] as const satisfies readonly ProblemState[];
export type EndedState = (typeof ENDED_STATES)[number];

/**
 * How its alert ended before the notification was written, in which case its values mean nothing; undefined while it is
 * open.
 */
export function getEndedState({ state }: Notice): EndedState | undefined {
  return ENDED_STATES.find((ended) => ended === state);
}

/** Whether it reports its alert instead of a hold or an end. */
export function isAboutAlert({ incident, message }: Notice): boolean {
  if (message) return false;
  return !incident || (incident.kind === 'ALERT' && !incident.hasEnded);
}

/** URL with details: that of the incident, if it covers more than the alert. */
export function getDetailsUrl(notice: Notice): string {
  const { incidentUrl, url } = notice;
  return isAboutAlert(notice) && isOfOne(notice) ? url : (incidentUrl ?? url);
}

/** Time of the reported occurrence: the alert fired, or its incident ended. */
export function getEventMs({ firedMs, incident }: Notice): number {
  return getIncidentEnd(incident)?.endedMs ?? firedMs;
}

/** End of an incident and its duration. */
export function getIncidentEnd(incident: DueIncident | undefined): { endedMs: number; durationMs: number } | undefined {
  if (!incident?.hasEnded || incident.endedMs === null) return undefined;
  return { endedMs: incident.endedMs, durationMs: incident.endedMs - incident.openedMs };
}

/** In the two largest units, e.g. `1 min 21 s`. */
export function durationText(ms: number): string {
  let rest = Math.max(0, Math.round(ms / 1000));
  const parts = DURATION_UNITS.map(([unit, seconds]) => {
    const number = Math.floor(rest / seconds);
    rest -= number * seconds;
    return { number, text: `${number} ${unit}` };
  });
  const first = parts.findIndex(({ number }) => number > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .flatMap(({ number, text }) => (number > 0 ? [text] : []))
    .join(' ');
}

const DURATION_UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** Key of the incident for services that deduplicate; each test and each message has its own. */
export function incidentKey({ definition, resource, isTest, id, incident, message }: Notice): string {
  if (isTest || message) return `wardstone-${id}`;
  return incident ? `wardstone-incident-${incident.id}` : `wardstone-alert-${definition.id}-${resource.id}`;
}

/** Values of `<% alert.name %>` and other tokens in users' texts. See rule alerts-29. */
export function getTokens(notice: Notice): Record<string, string> {
  const { definition, resource } = notice;
  return {
    'alert.id': String(notice.alertId),
    'alert.url': notice.url,
    'alert.firedAt': new Date(notice.firedMs).toISOString(),
    'alert.conditions': conditionsText(notice),
    'alert.name': definition.name,
    'alert.description': notice.description,
    'alert.priority': definition.priority,
    'resource.id': String(resource.id),
    'resource.name': resource.name,
  };
}

/** A time with its zone, to the second. */
export function timeText(timeMs: number): string {
  return new Date(timeMs)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.[0-9]+Z$/, ' UTC');
}

/** Error text in one line, for the notification's log. */
export function toErrorLine(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return cutText(text.replace(/\s+/g, ' ').trim(), 500);
}
