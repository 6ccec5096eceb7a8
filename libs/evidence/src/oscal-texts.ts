import type { EvidenceRule } from './evidence';
import { literalMarkdown } from './literal-markdown';

export const OSCAL_VERSION = '1.1.3';
const NAMESPACE = 'urn:wardstone';

export const property = (name: string, value: string) => ({ name, ns: NAMESPACE, value: nameOf(value, '-') });

/** A name in the format of OSCAL: one line, trimmed, not empty. */
export const nameOf = (text: string, otherwise: string): string => text.replace(/\s+/g, ' ').trim() || otherwise;

/** A literal text as markup-line or markup-multiline. */
export const markupOf = (text: string, otherwise = '-'): string => literalMarkdown(nameOf(text, otherwise));

export const describe = (rule: EvidenceRule, text: string): string =>
  markupOf(`${nameOf(rule.title, rule.ref_id)}: ${text}`);
