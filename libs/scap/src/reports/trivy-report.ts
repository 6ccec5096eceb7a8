import type { RuleOutcome } from '../results/scan-result';
import { lookUp, objectsIn, type ReportedRule, type ScannerReport, type Severity, toText } from './scanner-report';

type Given = Readonly<Record<string, unknown>>;

const SEVERITIES: Readonly<Record<string, Severity>> = { CRITICAL: 'high', HIGH: 'high', MEDIUM: 'medium', LOW: 'low' };
const FINDINGS = ['Vulnerabilities', 'Secrets', 'Licenses'] as const;

/**
 * Compliance reports of Trivy (`--compliance … --format json`), with `--report all` or `--report summary`.
 * @throws DocumentError
 */
export function readTrivy(root: Given): ScannerReport {
  const isSummary = root['SummaryControls'] !== undefined;
  const controls = objectsIn(isSummary ? root['SummaryControls'] : root['Results'], 'the controls');
  const id = toText(root['ID']) || 'compliance';
  return {
    tool: 'Trivy',
    benchmark: id,
    title: toText(root['Title']) || id,
    version: toText(root['Version']) || '1',
    endTimeMs: null,
    score: null,
    rules: controls.map((control) => toRule(control, isSummary ? toSummarisedOutcome(control) : toOutcome(control))),
  };
}

function toRule(control: Given, outcome: RuleOutcome): ReportedRule {
  const id = toText(control['ID']);
  return {
    id,
    title: toText(control['Name']) || id,
    description: toText(control['Description']),
    rationale: '',
    // Findings name checks, and a rule must not depend on them.
    check: '',
    fix: '',
    severity: lookUp(SEVERITIES, toText(control['Severity']).toUpperCase()) ?? 'unknown',
    references: [],
    outcome,
  };
}

/** Trivy counts no failures of manual controls. */
const isManual = (control: Given): boolean => toText(control['Name']).includes('Manual');

function toSummarisedOutcome(control: Given): RuleOutcome {
  const failures = control['TotalFail'];
  if (typeof failures !== 'number') return 'notchecked';
  return failures > 0 ? 'fail' : 'pass';
}

function toOutcome(control: Given): RuleOutcome {
  if (isManual(control)) return 'notchecked';
  const results = objectsIn(control['Results'], 'Results');
  return results.some(hasFinding) ? 'fail' : 'pass';
}

const hasFinding = (result: Given): boolean =>
  FINDINGS.some((name) => objectsIn(result[name], name).length > 0) ||
  objectsIn(result['Misconfigurations'], 'Misconfigurations').some(({ Status: status }) => toText(status) !== 'PASS');
