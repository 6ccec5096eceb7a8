import { withoutForbidden } from '@wardstone/markup';
import { DocumentError, tooComplex } from '../documents/document-error';
import { type RuleOutcome, worseOutcome } from '../results/scan-result';

export type Severity = 'high' | 'medium' | 'low' | 'unknown';

export interface ReportedReference {
  /** Address by which frameworks are recognised. */
  readonly href: string;
  readonly label: string;
}

/** A rule as the scanner describes it, with its outcome. */
export interface ReportedRule {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly rationale: string;
  readonly check: string;
  readonly fix: string;
  readonly severity: Severity;
  readonly references: readonly ReportedReference[];
  readonly outcome: RuleOutcome;
}

/** Report of a scanner other than a SCAP scanner; it contains both the rules and their outcomes (rule scap-9). */
export interface ScannerReport {
  /** Name of the scanner, e.g. `kube-bench`. */
  readonly tool: string;
  /** Name of the checked benchmark, without characters that identifiers may not have. */
  readonly benchmark: string;
  readonly title: string;
  readonly version: string;
  /** Absent where the scanner does not write the time. */
  readonly endTimeMs: number | null;
  /** Percent; absent where the scanner computes none. */
  readonly score: number | null;
  readonly rules: readonly ReportedRule[];
}

/** How a report is sent: all formats but that of Lynis are JSON. */
export type ReportForm = 'json' | 'lynis';

/** Limits of a report (rule scap-9). */
export const REPORT_LIMITS = {
  rawBytes: 32 * 1024 * 1024,
  decodedBytes: 32 * 1024 * 1024,
  rules: 5_000,
  /** References of a rule. */
  references: 500,
  /** Length of an id, title, version and reference. */
  name: 1_000,
  /** Length of any other text. */
  text: 200_000,
} as const;

type Given = Readonly<Record<string, unknown>>;

/** Limit of ids of guides (rule scap-3), without prefix. */
const MAX_ID_LENGTH = 400;

/** The part of an XCCDF id after its prefix: characters that it may not have become their numbers. */
export const toId = (text: string): string =>
  text.replace(/[^A-Za-z0-9._-]/g, (letter) => `_${letter.charCodeAt(0).toString(16)}`).slice(0, MAX_ID_LENGTH);

/**
 * Assembles a report; of several results for one rule, the worst counts.
 * @throws DocumentError
 */
export function checkedReport(report: ScannerReport): ScannerReport {
  const rules = new Map<string, ReportedRule>();
  for (const rule of report.rules) {
    checkRule(rule);
    const id = toId(rule.id);
    const known = rules.get(id);
    rules.set(id, known ? { ...known, outcome: worseOutcome(known.outcome, rule.outcome) } : rule);
    if (rules.size > REPORT_LIMITS.rules) throw tooComplex();
  }
  if (rules.size === 0) throw new DocumentError('invalid', 'the report has no rules');
  for (const text of [report.benchmark, report.title, report.version]) checkLength(text, REPORT_LIMITS.name);
  return { ...report, version: toVersion(report.version), rules: [...rules.values()] };
}

/** The version as a reader of the guide gets it, because results are stored for the guide of the same version. */
const toVersion = (text: string): string => withoutForbidden(text).replace(/\s+/g, ' ').trim() || '1';

function checkRule({ id, title, references, ...rule }: ReportedRule): void {
  if (id === '') throw new DocumentError('invalid', 'a rule of the report has no id');
  if (references.length > REPORT_LIMITS.references) throw tooComplex();
  for (const text of [id, title, ...references.map(({ label }) => label)]) checkLength(text, REPORT_LIMITS.name);
  for (const text of [rule.description, rule.rationale, rule.check, rule.fix]) checkLength(text, REPORT_LIMITS.text);
}

function checkLength(text: string, max: number): void {
  if (text.length > max) throw tooComplex();
}

export const isObject = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws DocumentError */
export function requireObject(value: unknown, name: string): Given {
  if (!isObject(value)) throw new DocumentError('invalid', `${name} is not an object`);
  return value;
}

/**
 * The elements of a list of objects; none without a list.
 * @throws DocumentError
 */
export function objectsIn(value: unknown, name: string): readonly Given[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new DocumentError('invalid', `${name} is not a list`);
  return value.map((item: unknown) => requireObject(item, `an element of ${name}`));
}

/** The entry of a table with words of scanners. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** A text or number as text; empty for anything else. */
export const toText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Texts of a list, or a single text. */
export const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(toText).filter((text) => text !== '');

/** Years of four digits, as in other documents; Go programs write year 1 for no time. */
const MIN_TIME_MS = Date.parse('0001-01-01T00:00:00Z');
const MAX_TIME_MS = Date.parse('9999-12-31T23:59:59Z');

/**
 * The latest of ISO times; null without any.
 * @throws DocumentError
 */
export function latestTime(texts: readonly string[]): number | null {
  const times = texts.map((text) => Date.parse(text)).filter(Number.isFinite);
  if (times.some((time) => time < MIN_TIME_MS || time > MAX_TIME_MS))
    throw new DocumentError('invalid', 'invalid time');
  return times.length === 0 ? null : times.reduce((latest, time) => Math.max(latest, time));
}

const NIST = 'https://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53r5.pdf';

/** Addresses of frameworks, by the names that scanners use. */
export const FRAMEWORK_ADDRESSES: Readonly<Record<string, string>> = {
  nist: NIST,
  'nist_800-53': NIST,
  nist_800_53: NIST,
  cci: 'https://public.cyber.mil/stigs/cci/',
  cis: 'https://www.cisecurity.org/benchmark/',
  cis_csc: 'https://www.cisecurity.org/controls/',
  cis_csc_v7: 'https://www.cisecurity.org/controls/',
  cis_csc_v8: 'https://www.cisecurity.org/controls/',
  pci_dss: 'https://www.pcisecuritystandards.org/documents/PCI_DSS_v3-2-1.pdf',
  'pci_dss_v3.2.1': 'https://www.pcisecuritystandards.org/documents/PCI_DSS_v3-2-1.pdf',
  'pci_dss_v4.0': 'https://docs-prv.pcisecuritystandards.org/PCI%20DSS/Standard/PCI-DSS-v4_0.pdf',
  'iso_27001-2013': 'https://www.iso.org/standard/54534.html',
  hipaa: 'https://www.gpo.gov/fdsys/pkg/CFR-2007-title45-vol1/pdf/CFR-2007-title45-vol1-chapA-subchapC.pdf',
};
