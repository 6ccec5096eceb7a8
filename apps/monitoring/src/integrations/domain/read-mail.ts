import type { AlertMapping } from '@wardstone/dto/monitoring';
import { type ForeignAlert, foreignAlert, getMembers, plainText, UnreadablePayload } from './foreign-alert';
import { RESOLVED_WORDS, valueAt } from './read-mapped';

/** Field names of mail parts in SendGrid, Mailgun, Postmark and others. */
const SUBJECTS = ['subject', 'Subject'];
const SENDERS = ['from', 'From', 'sender'];
const TEXTS = ['stripped-text', 'body-plain', 'text', 'TextBody', 'plain'];

/** Words of a subject that describe the state rather than the problem. */
const STATE_WORDS =
  /\b(problem|firing|alert|triggered|down|failed|failure|critical|crit|error|warning|warn|unknown|resolved|resolve|recovered|recovery|cleared|closed|ok|up|normal)\b/gi;
const OVER_WORDS = /\b(resolved|recovered|recovery|cleared|closed|ok|up|normal)\b/i;
const SEVERITY_WORDS = /\b(critical|crit|down|error|failed|failure|warning|warn|info|notice)\b/i;
const SEVERITY_OF: Readonly<Record<string, string>> = { down: 'critical', failed: 'error', failure: 'error' };
const REPLY = /^((re|fwd?|aw|wg):\s*)+/i;

/**
 * Parses a mail posted by a gateway: the key is the subject without words for states, unless the mapping sets another.
 */
export function readMail(payload: unknown, mapping: AlertMapping = {}): ForeignAlert[] {
  const members = getMembers(payload);
  const getFirst = (names: readonly string[]): unknown =>
    names.map((name) => members[name]).find((value) => plainText(value) !== undefined);
  const at = (path: string | undefined, usual: () => unknown): unknown =>
    path === undefined ? usual() : valueAt(payload, path);
  const subject = plainText(
    at(mapping.title, () => getFirst(SUBJECTS)),
    500,
  );
  if (subject === undefined) throw new UnreadablePayload('the mail has no subject');
  return [
    foreignAlert({
      key: at(mapping.key, () => mailKey(plainText(getFirst(SENDERS), 255) ?? '', subject)),
      state: isOver(subject, plainText(valueAt(payload, mapping.status)), mapping) ? 'RESOLVED' : 'FIRING',
      severity: at(mapping.severity, () => severityIn(subject)),
      title: subject,
      host: valueAt(payload, mapping.host),
      value: at(mapping.value, () => getFirst(TEXTS)),
      link: valueAt(payload, mapping.link),
    }),
  ];
}

function mailKey(from: string, subject: string): string {
  const about = subject.replace(REPLY, '').replace(STATE_WORDS, ' ');
  const words = about.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return `${from} ${words.toLowerCase()}`;
}

function isOver(subject: string, status: string | undefined, { status: path, resolvedWords }: AlertMapping): boolean {
  const words = resolvedWords?.map((word) => word.toLowerCase());
  if (path !== undefined) return (words ?? RESOLVED_WORDS).includes(status?.toLowerCase() ?? '');
  if (!words) return OVER_WORDS.test(subject);
  return words.some((word) => word !== '' && subject.toLowerCase().includes(word));
}

function severityIn(subject: string): string | undefined {
  const word = SEVERITY_WORDS.exec(subject)?.[0].toLowerCase();
  return word && (SEVERITY_OF[word] ?? word);
}
