import { tooComplex } from '../documents/document-error';

export type ChecklistValue =
  | null
  | boolean
  | number
  | string
  | readonly ChecklistValue[]
  | { readonly [key: string]: ChecklistValue };

/** Fields by their CKLB names; one that exists only in CKL is named `ckl:NAME`. */
export type ChecklistFields = Readonly<Record<string, ChecklistValue>>;

export interface ChecklistStig {
  readonly fields: ChecklistFields;
  readonly rules: readonly ChecklistFields[];
}

/** A STIG whose rows are made while they are written. */
export interface WrittenStig {
  readonly fields: ChecklistFields;
  /** Number of rows. */
  readonly size: number;
  readonly rules: Iterable<ChecklistFields>;
}

/** A DISA checklist in the format of STIG Viewer 3 (CKLB), STIG Viewer 2 (CKL) or STIG Manager (rule scap-8). */
export interface Checklist<Stig = ChecklistStig> {
  readonly fields: ChecklistFields;
  readonly target: ChecklistFields;
  readonly stigs: readonly Stig[];
}

export const CHECKLIST_STATUSES = ['not_reviewed', 'open', 'not_a_finding', 'not_applicable'] as const;
export type ChecklistStatus = (typeof CHECKLIST_STATUSES)[number];

export type ChecklistForm = 'ckl' | 'cklb';

/** Limits of a checklist (rule scap-8). */
export const CHECKLIST_LIMITS = {
  rawBytes: 16 * 1024 * 1024,
  decodedBytes: 16 * 1024 * 1024,
  stigs: 100,
  rules: 5000,
  /** Total number of values; the largest real rows have 60. */
  values: 400_000,
  /** Maximum number of keys of an object. */
  keys: 200,
  /** Maximum nesting of objects and lists in a field. */
  depth: 8,
  /** Maximum length of a text. */
  text: 1_000_000,
} as const;

/**
 * Refuses too many STIGs or rules.
 * @throws DocumentError
 */
export function checkCounts({ stigs }: Pick<Checklist, 'stigs'>): void {
  const rules = stigs.reduce((sum, stig) => sum + stig.rules.length, 0);
  if (stigs.length > CHECKLIST_LIMITS.stigs || rules > CHECKLIST_LIMITS.rules) throw tooComplex();
}

/** A text field; empty if it has another type. */
export const textField = (fields: ChecklistFields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

interface SeverityOverride {
  severity?: ChecklistValue;
  reason?: ChecklistValue;
}

/** The severity that a row gives its rule, with the reason; empty without one. */
export function severityOverride({ overrides }: ChecklistFields): SeverityOverride {
  const severity =
    typeof overrides === 'object' && overrides !== null && 'severity' in overrides && overrides['severity'];
  return typeof severity === 'object' && severity !== null && !Array.isArray(severity)
    ? (severity as SeverityOverride)
    : {};
}
