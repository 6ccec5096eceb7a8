import type { Transaction } from '@wardstone/database';
import type { Priority } from '@wardstone/dto/monitoring';
import { cutText } from '@wardstone/units';
import type { DueIncident } from './delivery.queries';
import type { TargetOutcome } from '../domain/delivery';
import type { LinkRecipient } from '../links/alert-link.queries';
import type { NoticeLinks } from '../links/alert-links';
import type { StoredConfig } from '../senders/sender-catalogue';

/** What a sender reports of an alert. */
export interface Notice {
  /** The same in every attempt, so that recipients can detect duplicates. */
  readonly id: string;
  readonly alertId: number;
  readonly firedMs: number;
  /** When the condition began to hold, as far back as the alert has looked. */
  readonly sinceMs: number;
  /** Page of the alert. */
  readonly url: string;
  /** Page of the incident; absent where the alert is told by itself. */
  readonly incidentUrl?: string | undefined;
  readonly definition: {
    readonly id: number;
    readonly name: string;
    readonly priority: Priority;
  };
  /** Ancestors begin with the platform and end with the resource itself. */
  readonly resource: { readonly id: number; readonly name: string; readonly lineage: readonly string[] };
  readonly description: string;
  readonly conditions: readonly NoticeCondition[];
  /** Nothing has happened; the notification is being tested. */
  readonly isTest: boolean;
  /** Of one that tells alerts together. */
  readonly incident?: DueIncident | undefined;
  /** Makes links for a recipient, who may acknowledge without a login; absent where there is nothing to acknowledge. */
  readonly makeLinks?: ((recipient: LinkRecipient) => Promise<NoticeLinks | undefined>) | undefined;
}

/** A notification as one recipient gets it. */
export interface LinkedNotice extends Notice {
  readonly links?: NoticeLinks | undefined;
}

/** A condition that held. */
export interface NoticeCondition {
  readonly text: string;
  /** As it was measured. */
  readonly value: string;
  /** As people read it. */
  readonly valueText: string;
  readonly atMs: number;
}

/** Notifies recipients of an alert. */
export interface Sender {
  readonly name: string;
  /**
   * One attempt. Addressees that `settled` names need nothing more. It reports on the others, and does not throw for
   * what is wrong with the notification or with an addressee.
   */
  send(notice: Notice, config: StoredConfig, settled: ReadonlySet<string>): Promise<readonly TargetOutcome[]>;
}

/** A sender whose work is in the database: it is done in the transaction that notes it, and so exactly once. */
export interface StoringSender {
  readonly name: string;
  store(tx: Transaction, notice: Notice, config: StoredConfig): Promise<readonly TargetOutcome[]>;
}

export function platformOf({ resource }: Notice): string {
  return resource.lineage[0] ?? resource.name;
}

export function conditionsText({ conditions }: Notice): string {
  return conditions.map(({ text, valueText }) => `${text}, value ${valueText}`).join('; ');
}

/** Host and resource, e.g. `web-1 / System`; a host alone by its name. */
export function whereOf(notice: Notice): string {
  const { resource } = notice;
  const host = platformOf(notice);
  return resource.lineage.length > 1 ? `${host} / ${resource.name}` : host;
}

/** The notification in one line, e.g. `[HIGH] web-1 / System: load is very high (and 3 more alerts)`. */
export function headlineOf(notice: Notice): string {
  const { definition, isTest, incident } = notice;
  const begin = isTest ? 'Test: ' : incident?.hasEnded ? 'Over: ' : incident?.isUpdate ? 'Update: ' : '';
  const line = `${begin}[${definition.priority}] ${subjectOf(notice)}`;
  return line.replace(/\s+/g, ' ').trim();
}

function subjectOf(notice: Notice): string {
  const { definition, incident } = notice;
  const own = `${whereOf(notice)}: ${definition.name}`;
  if (!incident) return own;
  const { kind, cause, suppressed, alerts, total, hasEnded, isFlapping } = incident;
  const ofAll = total > 1 ? ` (${count(total, 'alert')})` : '';
  if (hasEnded && kind === 'END') return `${cause?.name ?? own}${ofAll}`;
  if (kind === 'HELD' && isFlapping && suppressed === 0) return `${own} is flapping`;
  if (kind === 'HELD') return `${cause?.name ?? whereOf(notice)} is DOWN: ${count(suppressed, 'alert')} suppressed`;
  const more = [
    ...(alerts > 1 ? [`and ${count(alerts - 1, 'more alert')}`] : []),
    ...(suppressed > 0 ? [`${count(suppressed, 'alert')} suppressed`] : []),
  ];
  return more.length === 0 ? own : `${own} (${more.join(', ')})`;
}

/** Whether its alert is what it tells, and not why others are held back, or that they are over. */
export function tellsAlert({ incident }: Notice): boolean {
  return !incident || (incident.kind === 'ALERT' && !incident.hasEnded);
}

/** The page on which to read more: that of the incident, where it is about more than its alert. */
export function pageOf(notice: Notice): string {
  const { incident, incidentUrl, url } = notice;
  const isAboutMore = !tellsAlert(notice) || (incident && (incident.alerts > 1 || incident.suppressed > 0));
  return isAboutMore ? (incidentUrl ?? url) : url;
}

/** What a notification of an incident says beyond its alert, line by line. */
export function incidentLines({ incident }: Notice): string[] {
  if (!incident) return [];
  const { kind, cause, suppressed, alerts, others, hasEnded, isFlapping } = incident;
  const left = alerts - (kind === 'ALERT' ? 1 : 0) - others.filter((other) => other.kind === 'ALERT').length;
  return [
    ...(hasEnded ? ['The problem is over.'] : []),
    ...(isFlapping
      ? ['What fires and ends again and again is held back until it is calm; what holds then is told.']
      : []),
    ...(cause && suppressed > 0
      ? [
          `${cause.name} is DOWN. ${count(suppressed, 'alert')} of what depends on it ${suppressed === 1 ? 'is' : 'are'} suppressed.`,
        ]
      : []),
    ...others.map((other) => `${other.resource}: ${other.definition}${OTHERS[other.kind]}`),
    ...(left > 0 ? [`and ${count(left, 'more alert')}`] : []),
  ];
}

/** What is said of others in a digest. */
const OTHERS = { ALERT: '', HELD: ' is held back', END: ' is over' } as const;

/** Names the incident to services that keep one of each; a test is one of its own. */
export function incidentKey({ definition, resource, isTest, id, incident }: Notice): string {
  if (isTest) return `wardstone-${id}`;
  return incident ? `wardstone-incident-${incident.id}` : `wardstone-alert-${definition.id}-${resource.id}`;
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
}

/** What `<% alert.name %>` and the like stand for in texts of users. See rule alerts-29. */
export function tokensOf(notice: Notice): Record<string, string> {
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

/** What went wrong, as one line for the log of the notification. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return cutText(text.replace(/\s+/g, ' ').trim(), 500);
}
