import { DocumentError, tooComplex } from '../documents/document-error';
import type { RuleOutcome } from '../results/scan-result';
import {
  FRAMEWORK_ADDRESSES,
  lookUp,
  objectsIn,
  REPORT_LIMITS,
  type ReportedReference,
  type ReportedRule,
  requireObject,
  type ScannerReport,
  toText,
} from './scanner-report';

type Given = Readonly<Record<string, unknown>>;

const OUTCOMES: Readonly<Record<string, RuleOutcome>> = {
  passed: 'pass',
  failed: 'fail',
  'not applicable': 'notapplicable',
};

/**
 * Checks of a policy as Wazuh's API returns them (`GET /sca/{agent_id}/checks/{policy_id}`).
 * @throws DocumentError
 */
export function readWazuh(root: Given): ScannerReport {
  const data = requireObject(root['data'], 'data');
  const checks = objectsIn(data['affected_items'], 'affected_items');
  const total = data['total_affected_items'];
  if (typeof total === 'number' && total !== checks.length)
    throw new DocumentError('invalid', `it has ${checks.length} of ${total} checks: request all of them with limit`);
  const policies = [...new Set(checks.map((check) => toText(check['policy_id'])))];
  const [policy = ''] = policies;
  if (policies.length > 1 || policy === '') throw new DocumentError('invalid', 'the checks must be of one policy');
  const rules = checks.map(toRule);
  return {
    tool: 'Wazuh',
    benchmark: policy,
    title: `Wazuh SCA: ${policy}`,
    version: '1',
    endTimeMs: null,
    score: null,
    rules,
  };
}

function toRule(check: Given): ReportedRule {
  const id = toText(check['id']);
  const outcome = lookUp(OUTCOMES, toText(check['result']).toLowerCase());
  if (!outcome) throw new DocumentError('invalid', `unknown result of check ${id.slice(0, 100)}`);
  const rules = objectsIn(check['rules'], 'rules').map((rule) => toText(rule['rule']));
  const condition = toText(check['condition']);
  return {
    id,
    title: toText(check['title']) || id,
    description: toText(check['description']),
    rationale: toText(check['rationale']),
    check: [...(condition === '' ? [] : [`Condition: ${condition}`]), ...rules].join('\n'),
    fix: toText(check['remediation']),
    severity: 'unknown',
    references: objectsIn(check['compliance'], 'compliance').flatMap(toReferences),
    outcome,
  };
}

/** `{ key: "cis_csc", value: "5.1,6.2" }`; keys of no known framework are not kept. */
function toReferences({ key, value }: Given): ReportedReference[] {
  const name = toText(key);
  const href = lookUp(FRAMEWORK_ADDRESSES, name);
  if (href === undefined) return [];
  const labels = toText(value).split(',', REPORT_LIMITS.references + 1);
  if (labels.length > REPORT_LIMITS.references) throw tooComplex();
  return labels
    .map((label) => label.trim())
    .filter((label) => label !== '')
    .map((label) => ({ href, label: name.startsWith('nist') ? label.replace('.', '-') : label }));
}
