import { ListQueryError } from './query-string';

/** An item of `tags` for a list of systems or test results. With a null `value`, the tag must have no value. */
export interface TagCondition {
  readonly namespace: string;
  readonly key: string;
  readonly value: string | null;
}

export const undecodableTags = (): ListQueryError => new ListQueryError(422, 'Invalid encoding of tag(s)');

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw undecodableTags();
  }
}

/**
 * Parses `ns/key=value` items (rule compliance-14): split at the first `/` and the first `=` after it, with each part
 * percent-decoded once more. Items without `/` or without a key are ignored.
 * @throws ListQueryError 422 for an item that cannot be decoded.
 */
export function parseTags(items: readonly string[]): TagCondition[] {
  return items.flatMap((item) => {
    const slash = item.indexOf('/');
    if (slash < 0) return [];
    const equals = item.indexOf('=', slash);
    const key = decodePart(item.slice(slash + 1, equals < 0 ? undefined : equals));
    const namespace = decodePart(item.slice(0, slash));
    const value = equals < 0 ? null : decodePart(item.slice(equals + 1));
    return key === '' ? [] : [{ namespace, key, value }];
  });
}
