import { uncompressedTag } from './entity-tag';

/** Opaque parts may hold commas, so a list of tags cannot be split at them. */
const ENTITY_TAG = /(W\/)?("[^"]*")/g;

/** What a client demands of the record it writes to (RFC 9110 13.1). Values of the headers, if given. */
export interface Preconditions {
  ifMatch?: string | undefined;
  ifNoneMatch?: string | undefined;
}

/**
 * Whether a write may go ahead. Weak tags match nothing; tags of compressed bodies match those of the bodies.
 *
 * @param current entity tags of all representations of the record; undefined when there is no record
 */
export function preconditionsHold(
  { ifMatch, ifNoneMatch }: Preconditions,
  current: readonly string[] | undefined,
): boolean {
  if (ifMatch !== undefined && !names(ifMatch, current)) return false;
  return ifNoneMatch === undefined || !names(ifNoneMatch, current);
}

/** Whether a header names the record as it is. */
function names(header: string, current: readonly string[] | undefined): boolean {
  if (current === undefined) return false;
  if (header.trim() === '*') return true;
  return [...header.matchAll(ENTITY_TAG)].some(
    ([, weak, tag = '']) => weak === undefined && current.includes(uncompressedTag(tag)),
  );
}
