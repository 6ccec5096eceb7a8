import { hash } from 'node:crypto';

const TYPE_LENGTH = 3;
const BODY_LENGTH = 24;

/** Strong validator of the content alone, for responses with a single representation. */
export function bodyTag(body: string | Buffer): string {
  return `"${getBodyMark(body)}"`;
}

function getBodyMark(body: string | Buffer): string {
  return hash('sha256', body, 'base64url').slice(0, BODY_LENGTH);
}

/** Hashes of content types; a service has about a dozen. */
const typeMarks = new Map<string, string>();

/** Strong validator of everything in which two responses can differ: type, content and coding. */
export function entityTag(contentType: string, body: string, isCompressed = false): string {
  return `"${getTypeMark(contentType)}${getBodyMark(body)}${isCompressed ? COMPRESSED : ''}"`;
}

function getTypeMark(contentType: string): string {
  const known = typeMarks.get(contentType);
  if (known !== undefined) return known;
  const mark = hash('sha256', contentType, 'base64url').slice(0, TYPE_LENGTH);
  typeMarks.set(contentType, mark);
  return mark;
}

/** Suffix in the tag of a compressed body. */
const COMPRESSED = '-gzip';

/** The tag of the same body uncompressed. */
export function uncompressedTag(tag: string): string {
  return tag.replace(`${COMPRESSED}"`, '"');
}

/** Opaque parts may hold commas, so a list of tags cannot be split at them. */
const ENTITY_TAG = /(W\/)?("[^"]*")/g;

/** Preconditions of a write (RFC 9110 13.1), if given. */
export interface Preconditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/**
 * Whether a write may proceed. Weak tags match nothing; tags of compressed bodies match those of the uncompressed ones.
 * @param current entity tags of all representations of the record; undefined without a record
 */
export function preconditionsHold(
  { ifMatch, ifNoneMatch }: Preconditions,
  current: readonly string[] | undefined,
): boolean {
  if (ifMatch !== undefined && !names(ifMatch, current)) return false;
  return ifNoneMatch === undefined || !names(ifNoneMatch, current);
}

/** Whether a header names the present state of the record. */
function names(header: string, current: readonly string[] | undefined): boolean {
  if (current === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(ENTITY_TAG)].some(
    ([, weak, tag = '']) => weak === undefined && current.includes(uncompressedTag(tag)),
  );
}
