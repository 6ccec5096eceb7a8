import { createHash } from 'node:crypto';

/** Strong validator over everything that makes two answers differ: type, content and coding. */
export function entityTag(contentType: string, bytes: Buffer, isCompressed = false): string {
  const digest = createHash('sha256').update(contentType).update('\0').update(bytes).digest('base64url');
  return `"${digest.slice(0, 27)}${isCompressed ? COMPRESSED : ''}"`;
}

/** Ends the tag of a compressed body. */
const COMPRESSED = '-gzip';

/** The tag of the same body without its coding. */
export function uncompressedTag(tag: string): string {
  return tag.replace(`${COMPRESSED}"`, '"');
}
