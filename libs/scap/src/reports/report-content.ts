import { escapeAttribute, escapeText, withoutForbidden } from '@wardstone/markup';
import { hasFailed, isJudged, isUndecided, type RuleOutcome, type ScanResult } from '../results/scan-result';
import { tooComplex } from '../documents/document-error';
import { REPORT_LIMITS, type ReportedRule, type ScannerReport, toId } from './scanner-report';

const OWN = 'xccdf_org.wardstone';

/** Names the benchmark; a number after a hyphen would be read as version of an operating system. */
const toName = ({ tool, benchmark }: ScannerReport): string =>
  toId(`${tool}.${benchmark}`).replace(/[-_](?=[0-9])/g, '.');
const toBenchmarkId = (report: ScannerReport): string => `${OWN}_benchmark_${toName(report)}`;
const toProfileId = (report: ScannerReport): string => `${OWN}_profile_${toName(report)}`;
const toRuleId = ({ id }: ReportedRule): string => `${OWN}_rule_${toId(id)}`;

/**
 * XCCDF of the rules, sorted, so that it does not depend on outcomes. Pure.
 * @throws DocumentError when it would be larger than a report may be
 */
export function renderGuide(report: ScannerReport): string {
  const rules = report.rules.toSorted((a, b) => (toRuleId(a) < toRuleId(b) ? -1 : 1));
  return `<?xml version="1.0" encoding="UTF-8"?>
<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" id="${toBenchmarkId(report)}">
${element('title', report.title)}${element('description', `Rules of a report by ${report.tool}`)}${element('version', report.version)}<Profile id="${toProfileId(report)}">
${element('title', report.title)}${rules.map((rule) => `<select idref="${toRuleId(rule)}" selected="true"/>\n`).join('')}</Profile>
${renderRules(rules)}</Benchmark>
`;
}

/** Limited, because references and escaped characters become many times longer. */
function renderRules(rules: readonly ReportedRule[]): string {
  const rendered: string[] = [];
  let length = 0;
  for (const rule of rules) {
    const text = renderRule(rule);
    rendered.push(text);
    length += text.length;
    if (length > REPORT_LIMITS.decodedBytes) throw tooComplex();
  }
  return rendered.join('');
}

const element = (name: string, text: string, attributes = ''): string =>
  text === '' ? '' : `<${name}${attributes}>${escapeText(withoutForbidden(text))}</${name}>\n`;

const renderRule = (
  rule: ReportedRule,
): string => `<Rule id="${toRuleId(rule)}" severity="${rule.severity}" selected="false">
${element('title', rule.title)}${element('description', rule.description)}${rule.references
  .map(({ href, label }) => element('reference', label, ` href="${escapeAttribute(href)}"`))
  .join('')}${element('rationale', rule.rationale)}${element('fixtext', rule.fix)}${
  rule.check === '' ? '' : `<check system="urn:wardstone:report">\n${element('check-content', rule.check)}</check>\n`
}</Rule>
`;

/** Pure. */
export function toScanResult(report: ScannerReport, sha256: string): ScanResult {
  const { rules, score, endTimeMs } = report;
  const count = (isCounted: (outcome: RuleOutcome) => boolean): number =>
    rules.filter(({ outcome }) => isCounted(outcome)).length;
  const failedRuleCount = count(hasFailed);
  const passedRuleCount = count((outcome) => outcome === 'pass');
  const judged = failedRuleCount + passedRuleCount;
  const decided = rules.filter(({ outcome }) => isJudged(outcome));
  const undecided = rules.filter(({ outcome }) => isUndecided(outcome));
  return {
    benchmarkRefId: toBenchmarkId(report),
    benchmarkVersion: report.version,
    sha256,
    profileRefId: toProfileId(report),
    startTimeMs: null,
    endTimeMs: endTimeMs ?? 0,
    score: score ?? (judged === 0 ? null : (100 * passedRuleCount) / judged),
    failedRuleCount,
    passedRuleCount,
    notApplicableRuleCount: count((outcome) => outcome === 'notapplicable'),
    notCheckedRuleCount: count((outcome) => outcome === 'notchecked'),
    informationalRuleCount: count((outcome) => outcome === 'informational'),
    notSelectedRuleCount: 0,
    ruleRefIds: decided.map(toRuleId),
    outcomes: decided.map(({ outcome }) => outcome),
    undecidedRuleRefIds: undecided.map(toRuleId),
    undecidedOutcomes: undecided.map(({ outcome }) => outcome),
  };
}
