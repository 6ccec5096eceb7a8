import { DocumentError, tooComplex } from '../documents/document-error';
import type { RuleOutcome } from '../results/scan-result';
import { REPORT_LIMITS, type ReportedRule, type ScannerReport } from './scanner-report';

const MAX_LINES = 200_000;
/** `warning[]=TEST-1234|text|details|solution|`, and the same for suggestions. */
const FINDING = /^(warning|suggestion)\[\]=([^|]+)\|/;
/** Stands for findings of Lynis itself and of plugins, whose ids only appear with a finding. */
const OTHER = 'other-findings';

/**
 * The report file of Lynis (`lynis-report.dat`). A test with a warning fails; one with suggestions alone is
 * informational; skipped tests are not checked. Findings outside of tests count as one test more. The file has no
 * titles of tests.
 * @throws DocumentError
 */
export function readLynis(text: string): ScannerReport {
  const lines = text.split(/\r?\n/, MAX_LINES + 1);
  if (lines.length > MAX_LINES) throw tooComplex();
  const values = new Map<string, string>();
  const found = { warning: new Set<string>(), suggestion: new Set<string>() };
  for (const line of lines) {
    const [, kind, id] = FINDING.exec(line) ?? [];
    if (kind !== undefined) found[kind as keyof typeof found].add(id!);
    const at = line.indexOf('=');
    if (at > 0 && !line.startsWith('#')) values.set(line.slice(0, at), line.slice(at + 1));
  }
  const list = (name: string): string[] => (values.get(name) ?? '').split('|').filter((part) => part !== '');
  const executed = new Set(list('tests_executed'));
  const version = values.get('lynis_version');
  if (version === undefined || executed.size === 0) throw new DocumentError('invalid', 'not a report of Lynis');
  const ids = new Set([...executed, ...list('tests_skipped'), OTHER]);
  for (const kind of [found.warning, found.suggestion]) if ([...kind].some((id) => !ids.has(id))) kind.add(OTHER);
  if (ids.size > REPORT_LIMITS.rules) throw tooComplex();
  const toOutcome = (id: string): RuleOutcome => {
    if (found.warning.has(id)) return 'fail';
    if (found.suggestion.has(id)) return 'informational';
    return executed.has(id) || id === OTHER ? 'pass' : 'notchecked';
  };
  return {
    tool: 'Lynis',
    benchmark: (values.get('os') ?? 'system').toLowerCase(),
    title: `Lynis ${version}`,
    version,
    endTimeMs: toTime(values.get('report_datetime_end') ?? values.get('report_datetime_start')),
    score: toPercent(values.get('hardening_index')),
    rules: [...ids].map((id) => toRule(id, toOutcome(id))),
  };
}

const toRule = (id: string, outcome: RuleOutcome): ReportedRule => ({
  id,
  title: id === OTHER ? 'Lynis findings outside of tests' : `Lynis test ${id}`,
  description: '',
  rationale: '',
  check: '',
  fix: '',
  severity: 'unknown',
  references: [],
  outcome,
});

/** `2026-01-15 12:00:00` in the time zone of the host, which the report does not name: read as UTC. */
function toTime(text: string | undefined): number | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text?.trim() ?? '') ?? [];
  const ms = Date.parse(`${day}T${time}Z`);
  return Number.isFinite(ms) ? ms : null;
}

function toPercent(text: string | undefined): number | null {
  const value = Number(text ?? NaN);
  return value >= 0 && value <= 100 ? value : null;
}
