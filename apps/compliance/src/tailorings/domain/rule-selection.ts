import { parseUuid } from '@wardstone/pagination';

/** The wanted rules of a tailoring, by id or by ref_id, as the first one decides (rule compliance-18). */
export type RuleSelection = { readonly by: 'id' | 'ref_id'; readonly values: readonly string[] };

/** Ids of another kind than the first one cannot be rules and are dropped. */
export function ruleSelection(texts: readonly string[]): RuleSelection {
  const areIds = parseUuid(texts[0] ?? '') !== undefined;
  if (!areIds) return { by: 'ref_id', values: texts.filter((text) => !text.includes('\0')) };
  return { by: 'id', values: texts.map(parseUuid).filter((id) => id !== undefined) };
}
