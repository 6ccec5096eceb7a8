import type { RuleRecord } from '@wardstone/client/compliance';

export interface Standard {
  href: string;
  /** Its sections. */
  labels: readonly string[];
}

/** The references of a rule with each standard once, in the order in which they come. Pure. */
export function byStandard(references: RuleRecord['references']): readonly Standard[] {
  const labelsOf = new Map<string, string[]>();
  for (const { href, label } of references) {
    const labels = labelsOf.get(href) ?? [];
    labelsOf.set(href, labels);
    if (label !== '') labels.push(label);
  }
  return [...labelsOf].map(([href, labels]) => ({ href, labels }));
}
