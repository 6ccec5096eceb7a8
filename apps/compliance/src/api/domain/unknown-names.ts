import { ListQueryError } from '@wardstone/pagination';

/** Accepted on every operation and ignored. */
const IGNORED_NAME = 'format';

/**
 * Refuses unknown parameter names, in order of appearance (rule compliance-3).
 * @throws ListQueryError 422
 */
export function refuseUnknown(names: readonly string[]): void {
  const unknown = new Set(names.filter((name) => name !== IGNORED_NAME));
  if (unknown.size === 0) return;
  const list = [...unknown].map((name) => `:${name}`).join(', ');
  throw new ListQueryError(422, `found unpermitted parameter${unknown.size > 1 ? 's' : ''}: ${list}`);
}
