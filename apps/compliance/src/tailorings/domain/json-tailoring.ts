import type { TailoringContent } from './tailoring-content';

const evaluated =
  (evaluate: boolean) =>
  (refId: string): [string, { evaluate: boolean }] => [refId, { evaluate }];

/** The tailoring in the JSON format of scanners (rule scap-6); keys are XCCDF ids. */
export function renderJsonTailoring(content: TailoringContent): string {
  const { policyProfileRefId, title, changes, values } = content;
  // From entries, because any text may be a key, even `__proto__`.
  const profile = {
    id: policyProfileRefId,
    base_profile_id: policyProfileRefId,
    title,
    groups: Object.fromEntries(changes.groups.map(evaluated(true))),
    rules: Object.fromEntries([...changes.added.map(evaluated(true)), ...changes.removed.map(evaluated(false))]),
    variables: Object.fromEntries(values.map(([refId, value]) => [refId, { value }] as const)),
  };
  return JSON.stringify({ profiles: [profile] });
}
