import type { EvidenceHead, EvidenceRule, EvidenceWaiver } from './evidence';
import { literalMarkdown } from './literal-markdown';

export const OSCAL_VERSION = '1.1.3';
const NAMESPACE = 'urn:wardstone';

export const property = (name: string, value: string) => ({ name, ns: NAMESPACE, value: toOscalName(value, '-') });

/** A name in the format of OSCAL: one line, trimmed, not empty. */
export const toOscalName = (text: string, otherwise: string): string => text.replace(/\s+/g, ' ').trim() || otherwise;

/** The inventory group that a file is limited to, if any. */
export const groupProperties = ({ group }: EvidenceHead) => (group === undefined ? [] : [property('group', group)]);

/** The lower severity that a waiver gives a rule, beside its own. */
export const loweringProperties = (lowering: EvidenceWaiver | null) =>
  lowering === null
    ? []
    : [
        property('lowered-severity', lowering.severity ?? ''),
        property('lowering-reason', lowering.reason),
        property('lowering-id', lowering.id),
        property('lowering-requested-by', lowering.requested_by),
        property('lowering-approved-by', lowering.approved_by),
        property('lowering-expires', lowering.expires_at.toISOString()),
      ];

/** A literal text as markup-line or markup-multiline. */
export const toMarkup = (text: string, otherwise = '-'): string => literalMarkdown(toOscalName(text, otherwise));

export const describe = (rule: EvidenceRule, text: string): string =>
  toMarkup(`${toOscalName(rule.title, rule.ref_id)}: ${text}`);
