import { namedUuid } from '@wardstone/evidence';
import {
  type Checklist,
  type ChecklistFields,
  type ChecklistStatus,
  type ChecklistStig,
  textField,
} from '@wardstone/scap';

export interface ChecklistHead {
  readonly policy_id: string;
  readonly policy_title: string;
  readonly system_id: string;
  readonly display_name: string;
  readonly guide_ref_id: string;
  readonly guide_title: string;
  readonly guide_version: string;
}

export interface ChecklistRule {
  readonly ref_id: string;
  readonly title: string;
  readonly description: string;
  readonly severity: string;
  readonly check_text: string | null;
  readonly fix_text: string | null;
  readonly group_ref_id: string | null;
  readonly group_title: string | null;
  /** Only frameworks of DISA. */
  readonly ccis: readonly string[];
  readonly stig_ids: readonly string[];
  readonly stig_rules: readonly string[];
  /** Result of the newest scan; null without one. */
  readonly result: string | null;
  /** Result of the waiver in force. */
  readonly waiver_result: string | null;
  readonly waiver_reason: string | null;
  /** By the waiver in force that lowers the severity. */
  readonly lowered_severity: string | null;
  readonly lowering_reason: string | null;
}

const STATUS_BY_RESULT: Readonly<Record<string, ChecklistStatus>> = {
  pass: 'not_a_finding',
  fixed: 'not_a_finding',
  fail: 'open',
  notapplicable: 'not_applicable',
};

export const RESULT_BY_STATUS: Readonly<Record<ChecklistStatus, 'pass' | 'fail' | 'notapplicable' | null>> = {
  not_a_finding: 'pass',
  open: 'fail',
  not_applicable: 'notapplicable',
  not_reviewed: null,
};

const SEVERITIES = new Set(['high', 'medium', 'low']);
/** Elements that DISA writes as text into a description, by their CKLB names. */
const PARTS = {
  discussion: 'VulnDiscussion',
  false_positives: 'FalsePositives',
  false_negatives: 'FalseNegatives',
  documentable: 'Documentable',
  mitigations: 'Mitigations',
  security_override_guidance: 'SeverityOverrideGuidance',
  potential_impacts: 'PotentialImpacts',
  third_party_tools: 'ThirdPartyTools',
  mitigation_control: 'MitigationControl',
  responsibility: 'Responsibility',
  ia_controls: 'IAControls',
} as const;

/** The checklist of a system and policy, from guide, newest scan and reviews in force. Pure. */
export function guideChecklist(head: ChecklistHead, rules: readonly ChecklistRule[]): Checklist {
  const { policy_id, system_id, guide_ref_id, guide_version } = head;
  const uuid = namedUuid('checklist stig', policy_id, system_id);
  const names = {
    uuid,
    ruleIds: uniqueStigRules(rules),
    source: `${guide_ref_id} ${guide_version}`,
    title: `${head.guide_title} :: Version ${guide_version}`,
  };
  return {
    fields: {
      title: `${head.policy_title}: ${head.display_name}`,
      id: namedUuid('checklist', policy_id, system_id),
      active: true,
      mode: 2,
      has_path: false,
      cklb_version: '1.0',
    },
    target: {
      target_type: 'Computing',
      host_name: head.display_name,
      ip_address: '',
      mac_address: '',
      fqdn: '',
      comments: '',
      role: 'None',
      is_web_database: false,
      technology_area: '',
      web_db_site: '',
      web_db_instance: '',
      classification: null,
    },
    stigs: [
      {
        fields: {
          stig_name: head.guide_title,
          display_name: head.guide_title,
          stig_id: withoutPrefix(guide_ref_id, '_benchmark_'),
          release_info: `Release: ${guide_version}`,
          version: guide_version,
          uuid,
          reference_identifier: '',
        },
        rules: rules.map((rule) => toRule(rule, names)),
      },
    ],
  };
}

/** Rows by their own ids, `rule_id_src`. */
export const rowsById = ({ rules }: ChecklistStig): ReadonlyMap<string, ChecklistFields> =>
  new Map(rules.map((row) => [textField(row, 'rule_id_src'), row]));

interface Names {
  readonly uuid: string;
  readonly ruleIds: ReadonlyMap<string, string>;
  readonly source: string;
  /** Title and version of the guide. */
  readonly title: string;
}

function toRule(rule: ChecklistRule, { uuid, ruleIds, source, title }: Names): ChecklistFields {
  const groupId = withoutPrefix(rule.group_ref_id ?? '', '_group_');
  const isReview = rule.waiver_result !== null;
  return {
    group_id_src: groupId,
    group_tree: [{ id: groupId, title: rule.group_title ?? '', description: '' }],
    group_id: groupId,
    severity: SEVERITIES.has(rule.severity) ? rule.severity : 'medium',
    group_title: rule.group_title ?? '',
    rule_id_src: rule.ref_id,
    rule_id: (ruleIds.get(rule.ref_id) ?? withoutPrefix(rule.ref_id, '_rule_')).replace(/_rule$/, ''),
    rule_version: rule.stig_ids[0] ?? '',
    rule_title: rule.title,
    fix_text: rule.fix_text ?? '',
    weight: '10.0',
    check_content: rule.check_text ?? '',
    check_content_ref: { href: source, name: 'M' },
    classification: 'Unclassified',
    ...splitDescription(rule.description),
    legacy_ids: [],
    ccis: rule.ccis,
    reference_identifier: '',
    uuid: namedUuid('checklist rule', uuid, rule.ref_id),
    stig_uuid: uuid,
    stig_ref: title,
    status: STATUS_BY_RESULT[rule.waiver_result ?? rule.result ?? ''] ?? 'not_reviewed',
    overrides: toOverrides(rule),
    comments: isReview ? '' : (rule.waiver_reason ?? ''),
    finding_details: isReview ? (rule.waiver_reason ?? '') : '',
  };
}

/** A checklist knows no severity below `low`. */
const toOverrides = ({ lowered_severity: severity, lowering_reason: reason }: ChecklistRule): ChecklistFields =>
  severity === null
    ? {}
    : { severity: { severity: SEVERITIES.has(severity) ? severity : 'low', reason: reason ?? '' } };

/** DISA's ids by ids of rules, only where they are unique: STIG Viewer would treat two rows with the same id as one. */
function uniqueStigRules(rules: readonly ChecklistRule[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const id of rules.flatMap(({ stig_rules }) => stig_rules)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return new Map(
    rules.flatMap(({ ref_id, stig_rules: [id, ...more] }) =>
      id !== undefined && more.length === 0 && counts.get(id) === 1 ? [[ref_id, id] as const] : [],
    ),
  );
}

function splitDescription(description: string): ChecklistFields {
  const isMarked = description.includes('<VulnDiscussion>');
  return Object.fromEntries(
    Object.entries(PARTS).map(([name, element]) => {
      const found = isMarked ? between(description, element) : '';
      const otherwise = name === 'documentable' ? 'false' : name === 'discussion' && !isMarked ? description : '';
      return [name, found === '' ? otherwise : found];
    }),
  );
}

function between(text: string, element: string): string {
  const start = text.indexOf(`<${element}>`);
  const end = start < 0 ? -1 : text.indexOf(`</${element}>`, start);
  return end < 0 ? '' : text.slice(start + element.length + 2, end).trim();
}

function withoutPrefix(refId: string, mark: string): string {
  const at = refId.startsWith('xccdf_') ? refId.indexOf(mark) : -1;
  return at < 0 ? refId : refId.slice(at + mark.length);
}
