import { createHash } from 'node:crypto';

/** An answer ready to be sent: text and the headers that belong to it. */
export interface Representation {
  status: 200 | 201;
  text: string;
  headers: Readonly<Record<string, string>>;
}

/** Strong entity tag of exactly these bytes (RFC 9110 8.8.3). */
export function entityTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url')}"`;
}

/** Opaque parts may hold commas, so a list of tags cannot be split at them. */
const ENTITY_TAG = /(W\/)?("[^"]*")/g;

function strongTags(header: string): string[] {
  return [...header.matchAll(ENTITY_TAG)].flatMap(([, weak, tag]) => (weak || !tag ? [] : [tag]));
}

/** What a client demands of the record it writes to (RFC 9110 13.1). Values of the headers, if given. */
export interface Preconditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/**
 * Whether a write may go ahead.
 *
 * @param current entity tags of all representations of the record; undefined when there is no record
 */
export function preconditionsHold(
  { ifMatch, ifNoneMatch }: Preconditions,
  current: readonly string[] | undefined,
): boolean {
  if (ifMatch !== undefined) {
    if (current === undefined) return false;
    if (ifMatch.trim() !== '*' && !strongTags(ifMatch).some((tag) => current.includes(tag))) return false;
  }
  if (ifNoneMatch === undefined || current === undefined) return true;
  return ifNoneMatch.trim() !== '*' && !strongTags(ifNoneMatch).some((tag) => current.includes(tag));
}
