import type { RuleRecord } from '@wardstone/client/compliance';

export interface Standard {
  href: string;
  /** Sections of the standard. */
  labels: readonly string[];
}

/** The references of a rule grouped by standard, in order of appearance. Pure. */
export function byStandard(references: RuleRecord['references']): readonly Standard[] {
  const labelsOf = new Map<string, string[]>();
  for (const { href, label } of references) {
    const labels = labelsOf.get(href) ?? [];
    labelsOf.set(href, labels);
    if (label !== '') labels.push(label);
  }
  return [...labelsOf].map(([href, labels]) => ({ href, labels }));
}
