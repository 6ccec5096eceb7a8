import type {
  EvidenceHead,
  EvidenceResult,
  EvidenceRule,
  EvidenceSystem,
  EvidenceWaiver,
  ReadSystems,
} from './evidence';
import { jsonItems } from './json-list';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
const LEVELS: Readonly<Record<string, string>> = { high: 'error', medium: 'warning', low: 'note', info: 'note' };
const KINDS: Readonly<Record<string, string>> = { pass: 'pass', notapplicable: 'notApplicable', notchecked: 'review' };

/**
 * A plain text message: braces and brackets are escaped, because they mean placeholders and links (3.11.5, 3.11.6),
 * white space is collapsed (3.11.3), and the text is not empty. A literal link cannot be escaped, so a blank separates
 * its parts.
 */
function toMessage(text: string, otherwise = '-'): { text: string } {
  const line = text.replace(/\s+/g, ' ').trim() || otherwise;
  return { text: line.replace(/[{}]/g, '$&$&').replaceAll('](', '] (') };
}

/** The rule to which the verdicts of systems belong. */
const VERDICT_RULE = {
  id: 'wardstone/verdict',
  shortDescription: { text: 'The score of the system reaches the threshold of the policy' },
  defaultConfiguration: { level: 'none' },
};

/**
 * A SARIF 2.1.0 log with one run: an informational verdict for each system, and a result for each of its rules, with an
 * exception as suppression. The rules follow the results, because only then they are known.
 */
export async function* writeSarif(head: EvidenceHead, readSystems: ReadSystems): AsyncIterable<string> {
  const rules = new Map<string, EvidenceRule>();
  yield `{"$schema":${JSON.stringify(SCHEMA)},"version":"2.1.0","runs":[{"results":[\n`;
  yield* jsonItems(toResults(readSystems('all'), rules));
  const { policy, madeAt, at, group } = head;
  const rest = {
    tool: { driver: { name: 'Wardstone', rules: [VERDICT_RULE, ...[...rules.values()].map(toRule)] } },
    automationDetails: { id: `compliance/${policy.id}/`, description: toMessage(policy.title) },
    invocations: [{ executionSuccessful: true, endTimeUtc: madeAt.toISOString() }],
    artifacts: head.tailorings.map((tailoring) => ({
      description: toMessage(`${tailoring.guide_title} ${tailoring.guide_version}`),
      location: { uri: `urn:xccdf:benchmark:${encodeURIComponent(tailoring.guide_ref_id)}` },
      ...(tailoring.guide_sha256 !== null && { hashes: { 'sha-256': tailoring.guide_sha256 } }),
      properties: { osMinorVersion: tailoring.os_minor_version, tailoringSha256: tailoring.sha256 },
    })),
    properties: {
      at: at.toISOString(),
      profile: policy.profile_ref_id,
      threshold: policy.compliance_threshold,
      ...(group !== undefined && { group }),
    },
  };
  yield `\n],${JSON.stringify(rest).slice(1)}]}\n`;
}

async function* toResults(
  systems: AsyncIterable<EvidenceSystem>,
  rules: Map<string, EvidenceRule>,
): AsyncIterable<object> {
  for await (const { result, ...system } of systems) {
    const location = { name: system.display_name, fullyQualifiedName: system.id, kind: 'resource' };
    const locations = [{ logicalLocations: [location] }];
    yield { ...toVerdict(result, system.display_name || system.id), locations };
    for (const rule of result?.rules ?? []) {
      if (!rules.has(rule.ref_id)) rules.set(rule.ref_id, rule);
      const kind = rule.failed ? 'fail' : (KINDS[rule.result] ?? 'informational');
      yield {
        ruleId: rule.ref_id,
        kind,
        level: toLevel(rule),
        message: toMessage(`${toTitle(rule)}: ${rule.result} on ${system.display_name || system.id}`),
        locations,
        partialFingerprints: { 'systemAndRule/v1': `${system.id}/${rule.ref_id}` },
        // Present even without an exception, because a log states suppressions for all its results or for none.
        suppressions: rule.waiver ? [toSuppression(rule.waiver)] : [],
        properties: {
          testResult: result!.id,
          testResultSha256: result!.sha256,
          scanned: result!.end_time.toISOString(),
          ...(rule.review && { review: { ...toDecision(rule.review), result: rule.review.result } }),
          ...(rule.lowering && {
            lowering: { ...toDecision(rule.lowering), severity: rule.lowering.severity },
          }),
        },
      };
    }
  }
}

const toLevel = ({ failed, severity, lowering }: EvidenceRule): string =>
  failed ? (LEVELS[lowering?.severity ?? severity] ?? 'warning') : 'none';

function toVerdict(result: EvidenceResult | null, name: string): object {
  const verdict = { ruleId: VERDICT_RULE.id, kind: 'informational', level: 'none', suppressions: [] };
  if (!result) return { ...verdict, message: toMessage(`${name} had not reported`) };
  const { score_with_exceptions: scoreWithExceptions, verdict_with_exceptions: verdictWithExceptions } = result;
  return {
    ...verdict,
    message: toMessage(
      `${name}: ${result.verdict}, score ${result.score}; with exceptions ${verdictWithExceptions}, ${scoreWithExceptions}`,
    ),
    properties: {
      verdict: result.verdict,
      score: result.score,
      verdictWithExceptions,
      scoreWithExceptions,
      freshness: result.freshness,
      testResult: result.id,
      testResultSha256: result.sha256,
    },
  };
}

const toDecision = ({ id, reason, requested_by, approved_by, expires_at }: EvidenceWaiver): object => ({
  id,
  reason,
  requestedBy: requested_by,
  approvedBy: approved_by,
  expires: expires_at.toISOString(),
});

const toSuppression = ({ id, reason, requested_by, approved_by, expires_at }: EvidenceWaiver): object => ({
  kind: 'external',
  status: 'accepted',
  guid: id,
  justification: reason,
  properties: { requestedBy: requested_by, approvedBy: approved_by, expires: expires_at.toISOString() },
});

const toRule = (rule: EvidenceRule): object => ({
  id: rule.ref_id,
  shortDescription: toMessage(toTitle(rule)),
  defaultConfiguration: { level: LEVELS[rule.severity] ?? 'warning' },
  properties: { severity: rule.severity, controls: rule.controls },
});

const toTitle = ({ title, ref_id }: EvidenceRule): string => title.trim() || ref_id;
