import type { TagCondition } from '@wardstone/pagination';

const NUL = '\0';

/**
 * Tags that satisfy a condition, as JSON for containment in a stored list of tags. An empty namespace means a missing
 * one.
 */
function containedBy({ namespace, key, value }: TagCondition): string[] {
  const namespaces = namespace === '' ? [null, ''] : [namespace];
  return namespaces.map((stored) => JSON.stringify([{ namespace: stored, key, value }]));
}

const isStorable = ({ namespace, key, value }: TagCondition): boolean =>
  ![namespace, key, value ?? ''].some((part) => part.includes(NUL));

/**
 * SQL conditions for systems `s` with the requested tags: one for each namespace and key, with alternative values (rule
 * compliance-14).
 */
export function tagConditions(tags: readonly TagCondition[], bind: (value: unknown) => string): string[] {
  const alternatives = new Map<string, TagCondition[]>();
  for (const tag of tags) {
    const key = JSON.stringify([tag.namespace, tag.key]);
    alternatives.set(key, [...(alternatives.get(key) ?? []), tag]);
  }
  return [...alternatives.values()].map((group) => {
    // No stored text contains NUL, and jsonb cannot compare one.
    const wanted = group.filter(isStorable).flatMap(containedBy);
    return `s.tags @> ANY (${bind(wanted)}::jsonb[])`;
  });
}
