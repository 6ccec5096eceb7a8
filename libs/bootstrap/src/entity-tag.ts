import { hash } from 'node:crypto';

const TYPE_LENGTH = 3;
const BODY_LENGTH = 24;

/** Hashes of content types, of which a service has a dozen. */
const typeMarks = new Map<string, string>();

/** Strong validator over everything that makes two responses differ: type, content and coding. */
export function entityTag(contentType: string, body: string, isCompressed = false): string {
  const digest = hash('sha256', body, 'base64url').slice(0, BODY_LENGTH);
  return `"${typeMarkOf(contentType)}${digest}${isCompressed ? COMPRESSED : ''}"`;
}

function typeMarkOf(contentType: string): string {
  const known = typeMarks.get(contentType);
  if (known !== undefined) return known;
  const mark = hash('sha256', contentType, 'base64url').slice(0, TYPE_LENGTH);
  typeMarks.set(contentType, mark);
  return mark;
}

/** Ends the tag of a compressed body. */
const COMPRESSED = '-gzip';

/** The tag of the same body without its coding. */
export function uncompressedTag(tag: string): string {
  return tag.replace(`${COMPRESSED}"`, '"');
}
