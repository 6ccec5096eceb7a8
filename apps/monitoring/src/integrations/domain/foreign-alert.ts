import { createHash } from 'node:crypto';
import type { ExternalSeverity } from '@wardstone/dto/monitoring';
import { cutText } from '@wardstone/units';

/** An alert of another system, independent of its format. */
export interface ForeignAlert {
  /** Identifies the alert within its integration. */
  readonly key: string;
  readonly state: 'FIRING' | 'ACKNOWLEDGED' | 'RESOLVED';
  readonly severity: ExternalSeverity;
  readonly title: string;
  readonly host: string | undefined;
  readonly value: string | undefined;
  /** An http or https URL. */
  readonly link: string | undefined;
  /** Time at which it is resolved unless it is reported again. */
  readonly expiresMs?: number | undefined;
}

/** The payload does not match the format of the integration. */
export class UnreadablePayload extends Error {}

/** Maximum number of alerts in a request. */
export const MAX_ALERTS = 500;

const MAX_KEY_LENGTH = 1_000;
const MAX_TITLE_LENGTH = 500;
const MAX_HOST_LENGTH = 255;
const MAX_VALUE_LENGTH = 500;
const MAX_LINK_LENGTH = 2_000;

/** Control and format characters, which could hide or reverse text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu;

/** The text of a value in one line; undefined for an empty one, an object or a list. */
export function plainText(value: unknown, limit = MAX_VALUE_LENGTH): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  // Shortened first, because searching a megabyte of blanks takes long.
  const text = String(value)
    .slice(0, limit * 4)
    .toWellFormed()
    .replace(UNSEEN, ' ')
    .trim();
  return text === '' ? undefined : cutText(text, limit);
}

/** A URL that people may open; undefined for any other, such as `javascript:`. */
export function plainLink(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > MAX_LINK_LENGTH || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === ''
    ? url.href.slice(0, MAX_LINK_LENGTH)
    : undefined;
}

/** The key of an alert; a long one is truncated with a digest, so that it stays unique. */
export function keyText(key: unknown): string | undefined {
  const text = plainText(key, MAX_KEY_LENGTH);
  if (typeof key !== 'string' || key.length <= MAX_KEY_LENGTH || text === undefined) return text;
  return `${cutText(text, MAX_KEY_LENGTH - 50)} ${digestOfKey(key)}`;
}

interface ReportedParts {
  key: unknown;
  state?: ForeignAlert['state'];
  severity?: unknown;
  title: unknown;
  host?: unknown;
  value?: unknown;
  link?: unknown;
  expiresMs?: number | undefined;
}

/** Builds an alert with bounded texts. @throws UnreadablePayload if it has no key */
export function foreignAlert({ key, state = 'FIRING', severity, title, host, value, link, ...rest }: ReportedParts) {
  const name = keyText(key);
  if (name === undefined) throw new UnreadablePayload('an alert has no key');
  return {
    ...rest,
    key: name,
    state,
    severity: mapSeverity(severity),
    title: plainText(title, MAX_TITLE_LENGTH) ?? cutText(name, MAX_TITLE_LENGTH),
    host: plainText(host, MAX_HOST_LENGTH),
    value: plainText(value),
    link: plainLink(link),
  } satisfies ForeignAlert;
}

const SEVERITY_WORDS: Readonly<Record<ExternalSeverity, readonly string[]>> = {
  CRITICAL: ['critical', 'crit', 'fatal', 'emergency', 'emerg', 'page', 'disaster', 'p1', 'sev1', 'blocker'],
  ERROR: ['error', 'err', 'high', 'major', 'p2', 'sev2', 'alert'],
  WARNING: ['warning', 'warn', 'medium', 'average', 'moderate', 'minor', 'p3', 'sev3'],
  INFO: ['info', 'information', 'informational', 'notice', 'low', 'none', 'debug', 'ok', 'p4', 'p5', 'sev4', 'sev5'],
};
const SEVERITY_OF: ReadonlyMap<string, ExternalSeverity> = new Map(
  (Object.entries(SEVERITY_WORDS) as [ExternalSeverity, string[]][]).flatMap(([severity, words]) =>
    words.map((word) => [word, severity] as const),
  ),
);

/** Maps a sender's severity; WARNING if it is absent or unknown. */
export function mapSeverity(value: unknown): ExternalSeverity {
  const word = plainText(value, 40)?.toLowerCase();
  return (word && SEVERITY_OF.get(word)) || 'WARNING';
}

/** A digest of fixed length, for any number of parts. */
export function digestOfKey(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The members of a JSON object; empty for any other value. */
export function getMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.assign(Object.create(null) as Record<string, unknown>, value)
    : {};
}

/** Checks that the value is a list of at most `MAX_ALERTS` entries. @throws UnreadablePayload */
export function alertList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new UnreadablePayload(`${name} must be a list`);
  if (value.length > MAX_ALERTS) throw new UnreadablePayload(`${name} has more than ${MAX_ALERTS} entries`);
  return value;
}
