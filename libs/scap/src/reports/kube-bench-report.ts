import { DocumentError } from '../documents/document-error';
import type { RuleOutcome } from '../results/scan-result';
import { lookUp, objectsIn, type ReportedRule, type ScannerReport, toText } from './scanner-report';

type Given = Readonly<Record<string, unknown>>;

const OUTCOMES: Readonly<Record<string, RuleOutcome>> = {
  PASS: 'pass',
  FAIL: 'fail',
  // A manual check, or a failure that is not scored.
  WARN: 'notchecked',
  INFO: 'informational',
};

/**
 * Results of `kube-bench --json`, of all node types that it checked.
 * @param controls the list `Controls`, or that list alone, as earlier versions wrote it
 * @throws DocumentError
 */
export function readKubeBench(controls: readonly Given[]): ScannerReport {
  const types = controls.map((part) => toText(part['node_type'])).filter((type) => type !== '');
  const nodes = [...new Set(types)].toSorted();
  const version = controls.map((part) => toText(part['version'])).find((one) => one !== '') ?? '1';
  return {
    tool: 'kube-bench',
    benchmark: nodes.join('.') || 'controls',
    title: `kube-bench ${version}: ${nodes.join(', ')}`,
    version,
    endTimeMs: null,
    score: null,
    rules: controls.flatMap((part) => {
      const kind = toText(part['node_type']);
      return objectsIn(part['tests'], 'tests').flatMap((group) =>
        objectsIn(group['results'], 'results').map((result) => toRule(kind, result)),
      );
    }),
  };
}

function toRule(nodeType: string, result: Given): ReportedRule {
  const number = toText(result['test_number']);
  const outcome = lookUp(OUTCOMES, toText(result['status']));
  if (!outcome) throw new DocumentError('invalid', `unknown status of test ${number.slice(0, 100)}`);
  return {
    // Numbers are unique in a benchmark; two of its parts never share one.
    id: number,
    title: toText(result['test_desc']) || number,
    description: nodeType === '' ? '' : `Node type: ${nodeType}`,
    rationale: '',
    check: toText(result['audit']),
    fix: toText(result['remediation']),
    severity: 'unknown',
    references: [],
    outcome,
  };
}
