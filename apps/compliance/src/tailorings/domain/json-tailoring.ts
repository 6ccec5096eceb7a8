import type { TailoringContent } from './tailoring-content';

/** The tailoring in the JSON format of scanners (compliance spec E5); keys are XCCDF ids. */
export function renderJsonTailoring(content: TailoringContent): string {
  const { policyProfileRefId, title, changes, values } = content;
  // From entries: any text may be a key, `__proto__` too.
  const profile = {
    id: policyProfileRefId,
    base_profile_id: policyProfileRefId,
    title,
    groups: Object.fromEntries(changes.groups.map((refId) => [refId, { evaluate: true }] as const)),
    rules: Object.fromEntries([
      ...changes.added.map((refId) => [refId, { evaluate: true }] as const),
      ...changes.removed.map((refId) => [refId, { evaluate: false }] as const),
    ]),
    variables: Object.fromEntries(values.map(([refId, value]) => [refId, { value }] as const)),
  };
  return JSON.stringify({ profiles: [profile] });
}
