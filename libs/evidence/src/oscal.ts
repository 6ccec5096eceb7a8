import type {
  EvidenceHead,
  EvidenceResult,
  EvidenceRule,
  EvidenceSystem,
  EvidenceWaiver,
  ReadSystems,
} from './evidence';
import { jsonItems } from './json-list';
import { literalMarkdown } from './literal-markdown';
import { namedUuid } from './named-uuid';
import {
  describe,
  groupProperties,
  loweringProperties,
  toMarkup,
  toOscalName,
  OSCAL_VERSION,
  property,
} from './oscal-texts';

/**
 * Assessment results of OSCAL 1.1: a result for each system, a finding for each of its rules, and for each rule with an
 * exception a risk with an approved deviation.
 */
export async function* writeOscal(head: EvidenceHead, readSystems: ReadSystems): AsyncIterable<string> {
  const { policy, madeAt, at } = head;
  const start = {
    uuid: namedUuid(policy.id, madeAt.toISOString()),
    metadata: {
      title: toMarkup(policy.title, 'Policy'),
      'last-modified': madeAt.toISOString(),
      version: at.toISOString(),
      'oscal-version': OSCAL_VERSION,
      props: [
        property('compliance-threshold', String(policy.compliance_threshold)),
        property('profile', policy.profile_ref_id),
        ...groupProperties(head),
      ],
    },
    'import-ap': { href: `#${namedUuid('policy', policy.id)}` },
  };
  const rules = new Map<string, EvidenceRule>();
  yield `{"assessment-results":${JSON.stringify(start).slice(0, -1)},"results":[\n`;
  yield* jsonItems(toResults(head, readSystems('all'), rules));
  const resources = [...toResources(head), ...Array.from(rules.values(), toRuleResource)];
  yield `\n],"back-matter":${JSON.stringify({ resources })}}}\n`;
}

/** The results; adds their rules to `rules`. */
async function* toResults(
  head: EvidenceHead,
  systems: AsyncIterable<EvidenceSystem>,
  rules: Map<string, EvidenceRule>,
): AsyncIterable<object> {
  let count = 0;
  for await (const system of systems) {
    count += 1;
    for (const rule of system.result?.rules ?? []) {
      if (!rules.has(rule.ref_id)) rules.set(rule.ref_id, rule);
    }
    yield toResult(head, system);
  }
  // The format requires at least one.
  if (count === 0) yield { ...emptyResult(head, 'No system', 'No system is assigned to the policy.') };
}

function toResult(head: EvidenceHead, { result, ...system }: EvidenceSystem): object {
  if (!result) {
    return emptyResult(head, system.display_name, `${system.display_name} had not reported.`, system.id);
  }
  const decided = result.rules.filter(isDecided);
  const risks = result.rules.flatMap((rule) => (rule.waiver ? [toRisk(result, rule, rule.waiver)] : []));
  const subject = { 'subject-uuid': namedUuid('system', system.id), type: 'inventory-item' };
  return {
    uuid: namedUuid('result', result.id),
    title: toMarkup(system.display_name, system.id),
    description: toMarkup(
      `The scan of ${toOscalName(system.display_name, system.id)} that ended at ${result.end_time.toISOString()}.`,
    ),
    start: (result.start_time ?? result.end_time).toISOString(),
    end: result.end_time.toISOString(),
    props: toProperties(result),
    'local-definitions': {
      'inventory-items': [
        {
          uuid: subject['subject-uuid'],
          description: toMarkup(system.display_name, system.id),
          props: [property('system-id', system.id), property('os-version', system.os_version)],
        },
      ],
    },
    'reviewed-controls': reviewedIn(result.rules),
    ...(result.rules.length > 0 && {
      observations: result.rules.map((rule) => ({
        uuid: namedUuid('observation', result.id, rule.ref_id),
        title: toMarkup(rule.title, rule.ref_id),
        description: describe(rule, rule.result),
        methods: ['TEST'],
        types: ['finding'],
        subjects: [subject],
        collected: result.end_time.toISOString(),
        props: [
          property('rule', rule.ref_id),
          property('result', rule.result),
          property('severity', rule.severity),
          ...loweringProperties(rule.lowering),
          ...(rule.review ? toReview(rule.review) : []),
        ],
      })),
    }),
    ...(decided.length > 0 && { findings: decided.map((rule) => toFinding(result, rule)) }),
    ...(risks.length > 0 && { risks }),
  };
}

const toFinding = (result: EvidenceResult, rule: EvidenceRule): object => ({
  uuid: namedUuid('finding', result.id, rule.ref_id),
  title: toMarkup(rule.title, rule.ref_id),
  description: describe(rule, rule.result),
  target: {
    type: 'objective-id',
    'target-id': toToken(rule.ref_id),
    status: toStatus(rule),
  },
  'related-observations': [{ 'observation-uuid': namedUuid('observation', result.id, rule.ref_id) }],
  ...(rule.waiver && { 'related-risks': [{ 'risk-uuid': namedUuid('risk', result.id, rule.ref_id) }] }),
});

/** Whether the rule has a finding; others have only an observation. */
const isDecided = ({ failed, result, review }: EvidenceRule): boolean => failed || result === 'pass' || review !== null;

/** The reasons are those of OSCAL; an undecided rule neither passes nor fails. */
function toStatus({ result: scanned, failed, review }: EvidenceRule): object {
  // An exception does not change a failed rule: it is an accepted risk.
  const result = review && !failed ? review.result : scanned;
  if (result === 'pass') return { state: 'satisfied', reason: 'pass' };
  return { state: 'not-satisfied', reason: result === 'fail' ? 'fail' : 'other' };
}

const toReview = ({ id, result, reason, requested_by, approved_by }: EvidenceWaiver) => [
  property('review-id', id),
  property('review-result', result ?? ''),
  property('review-reason', reason),
  property('reviewed-by', requested_by),
  property('review-approved-by', approved_by),
];

const toRisk = (result: EvidenceResult, rule: EvidenceRule, waiver: EvidenceWaiver): object => ({
  uuid: namedUuid('risk', result.id, rule.ref_id),
  title: toMarkup(rule.title, rule.ref_id),
  description: describe(rule, 'an exception was approved.'),
  statement: literalMarkdown(waiver.reason),
  status: 'deviation-approved',
  deadline: waiver.expires_at.toISOString(),
  props: [
    property('waiver-id', waiver.id),
    property('requested-by', waiver.requested_by),
    property('approved-by', waiver.approved_by),
    property('approved', waiver.approved_at.toISOString()),
    property('expires', waiver.expires_at.toISOString()),
  ],
});

function emptyResult({ policy, at }: EvidenceHead, title: string, description: string, id = ''): object {
  return {
    uuid: namedUuid('no result', policy.id, id),
    title: toMarkup(title, id),
    description: toMarkup(description),
    start: at.toISOString(),
    'reviewed-controls': REVIEWED,
  };
}

/** For rules without controls: all controls of the plan. */
const REVIEWED = { 'control-selections': [{ 'include-all': {} }] };

/** The controls of the rules, by framework. */
function reviewedIn(rules: readonly EvidenceRule[]): object {
  const names = new Map<string, Set<string>>();
  for (const control of rules.flatMap(({ controls }) => controls)) {
    const framework = control.slice(0, control.indexOf(':'));
    const own = names.get(framework) ?? new Set();
    names.set(framework, own.add(toToken(control.slice(framework.length + 1))));
  }
  if (names.size === 0) return REVIEWED;
  return {
    'control-selections': Array.from(names, ([framework, ids]) => ({
      props: [property('framework', framework)],
      'include-controls': Array.from(ids, (id) => ({ 'control-id': id })),
    })),
  };
}

/** Lists the controls of a rule once for all systems. */
const toRuleResource = (rule: EvidenceRule): object => ({
  uuid: namedUuid('rule', rule.ref_id),
  title: toMarkup(rule.title, rule.ref_id),
  props: [property('rule', rule.ref_id), ...rule.controls.map((control) => property('control', control))],
});

function toProperties(result: EvidenceResult): object[] {
  const known: readonly (readonly [string, string | number | null])[] = [
    ['verdict', result.verdict],
    ['verdict-with-exceptions', result.verdict_with_exceptions],
    ['test-result-id', result.id],
    ['freshness', result.freshness],
    ['score', result.score],
    ['score-with-exceptions', result.score_with_exceptions],
    ['sha256', result.sha256],
  ];
  return known.flatMap(([name, value]) => (value === null ? [] : [property(name, String(value))]));
}

function toResources({ policy, tailorings }: EvidenceHead): object[] {
  const link = (href: string, sha256: string) => ({ href, hashes: [{ algorithm: 'SHA-256', value: sha256 }] });
  return [
    {
      uuid: namedUuid('policy', policy.id),
      title: toMarkup(policy.title, 'Policy'),
      props: [property('policy-id', policy.id)],
    },
    ...tailorings.map((tailoring) => {
      const links = [
        ...(tailoring.guide_sha256 === null
          ? []
          : [link(`urn:guide:${toToken(tailoring.guide_ref_id)}`, tailoring.guide_sha256)]),
        ...(tailoring.sha256 === null ? [] : [link(`urn:tailoring:${tailoring.id}`, tailoring.sha256)]),
      ];
      return {
        uuid: namedUuid('tailoring', tailoring.id),
        title: toMarkup(
          `${tailoring.guide_title} ${tailoring.guide_version}, minor version ${tailoring.os_minor_version}`,
        ),
        props: [property('guide', tailoring.guide_ref_id), property('guide-version', tailoring.guide_version)],
        ...(links.length > 0 && { rlinks: links }),
      };
    }),
  ];
}

/** Replaces characters that an OSCAL token cannot contain. */
const toToken = (refId: string): string => refId.replace(/[^\p{L}\p{N}._-]/gu, '_').replace(/^(?![\p{L}_])/u, '_');
