import type { Case } from './fixture';

const PAGE = { limit: 5, offset: 0 };
export const record = (type: string, over: object = {}): unknown => ({
  data: expect.objectContaining({ type, ...over }),
});

/** A list with exactly one item, requested with every parameter of lists. */
const onlyItem = (over: object): unknown => getFirst(1, over);
const getFirst = (total: number, over: object, limit = PAGE.limit): unknown => ({
  data: [expect.objectContaining(over)],
  meta: expect.objectContaining({ total, offset: 0, limit }),
  links: expect.objectContaining({ first: expect.any(String), last: expect.any(String) }),
});

/** The operations that change nothing. */
export const READS: Readonly<Record<string, Case>> = {
  status: { expected: () => ({ data: { api: true } }) },

  policies: {
    with: ({ policy }) => ({
      ...PAGE,
      sortBy: ['title', 'os_major_version:desc'],
      filter: `title = "${policy.title}"`,
    }),
    expected: ({ policy }) => onlyItem({ id: policy.id, type: 'policy', total_system_count: 1 }),
  },
  policy: { expected: ({ policy }) => record('policy', { id: policy.id }) },
  systemsPolicies: {
    with: ({ policy }) => ({ ...PAGE, sortBy: 'title', filter: `title = "${policy.title}"` }),
    expected: ({ policy }) => onlyItem({ id: policy.id, type: 'policy' }),
  },

  securityGuides: {
    with: ({ benchmark }) => ({ ...PAGE, sortBy: ['version'], filter: `ref_id = ${benchmark}` }),
    expected: ({ guideId, benchmark }) => onlyItem({ id: guideId, ref_id: benchmark }),
  },
  securityGuide: { expected: ({ guideId }) => record('security_guide', { id: guideId }) },
  securityGuidesOS: { with: () => ({ filter: 'os_major_version = 8' }), expected: () => [8] },
  securityGuideRuleTree: {
    expected: ({ ids }) => [
      {
        id: ids.ruleGroupId,
        type: 'rule_group',
        children: Array.from({ length: 3 }, () => ({ id: expect.any(String), type: 'rule' })),
      },
      { id: expect.any(String), type: 'rule_group', children: [] },
    ],
  },
  supportedProfiles: {
    with: () => ({ ...PAGE, limit: 100, sortBy: ['title', 'os_minor_versions:desc'], filter: 'ref_id = p1' }),
    expected: ({ guideId }) =>
      expect.objectContaining({
        data: expect.arrayContaining([
          expect.objectContaining({ type: 'supported_profile', security_guide_id: guideId, os_minor_versions: [6, 4] }),
        ]),
        meta: expect.objectContaining({ limit: 100 }),
      }),
  },
  profiles: {
    with: () => ({ ...PAGE, sortBy: ['title:desc'], filter: 'ref_id = p1' }),
    expected: ({ ids }) => onlyItem({ id: ids.profileId, type: 'profile' }),
  },
  profile: { expected: ({ ids }) => record('profile', { id: ids.profileId }) },
  profileTree: { expected: () => expect.arrayContaining([expect.objectContaining({ type: 'rule_group' })]) },
  rules: {
    with: () => ({ limit: 1, offset: 0, sortBy: ['severity:desc', 'precedence'], filter: 'severity = unknown' }),
    expected: ({ ids }) => getFirst(3, { id: ids.ruleId, type: 'rule' }, 1),
  },
  rule: { expected: ({ ids }) => record('rule', { id: ids.ruleId }) },
  profileRules: {
    with: () => ({ limit: 1, offset: 0, sortBy: 'precedence', filter: 'severity = unknown' }),
    expected: ({ ids }) => getFirst(3, { id: ids.ruleId, remediation_issue_id: null }, 1),
  },
  profileRule: { expected: ({ ids }) => record('rule', { id: ids.ruleId, remediation_issue_id: null }) },
  ruleGroups: {
    with: () => ({ ...PAGE, sortBy: ['precedence'], filter: 'ref_id = g1' }),
    expected: ({ ids }) => onlyItem({ id: ids.ruleGroupId, type: 'rule_group' }),
  },
  ruleGroup: { expected: ({ ids }) => record('rule_group', { id: ids.ruleGroupId }) },
  valueDefinitions: {
    with: () => ({ ...PAGE, sortBy: ['title'], filter: 'ref_id = v1' }),
    expected: ({ ids }) => onlyItem({ id: ids.valueDefinitionId, type: 'value_definition' }),
  },
  valueDefinition: { expected: ({ ids }) => record('value_definition', { id: ids.valueDefinitionId }) },

  tailorings: {
    with: () => ({ ...PAGE, sortBy: ['os_minor_version'], filter: 'os_minor_version = 4' }),
    expected: ({ ids }) => onlyItem({ id: ids.tailoringId, type: 'tailoring' }),
  },
  tailoring: { expected: ({ ids }) => record('tailoring', { id: ids.tailoringId }) },
  tailoringRules: {
    with: () => ({ ...PAGE, sortBy: ['precedence'], idsOnly: true }),
    expected: ({ ids }) => onlyItem({ id: ids.ruleId }),
  },
  tailoringRuleTree: {
    expected: () => expect.arrayContaining([expect.objectContaining({ type: 'rule_group' })]),
  },
  tailoringFileJSON: { expected: () => ({ profiles: [expect.objectContaining({ id: 'p1' })] }) },
  tailoringFileTOML: { expected: () => expect.stringMatching(/^name = /) },

  systems: {
    with: ({ system }) => ({
      ...PAGE,
      tags: ['site/town=north', 'site/town=south'],
      sortBy: ['display_name', 'os_version:desc'],
      filter: `display_name = "${system.display_name}"`,
    }),
    expected: ({ system, policy }) => onlyItem({ id: system.id, policies: [{ id: policy.id, title: policy.title }] }),
  },
  system: { expected: ({ system }) => record('system', { id: system.id }) },
  systemsOS: { with: () => ({ filter: 'os_major_version = 8' }), expected: () => ['8.4'] },
  policySystems: {
    with: () => ({ ...PAGE, tags: ['site/town=north'], sortBy: ['display_name'], filter: 'os_minor_version = 4' }),
    expected: ({ system }) => onlyItem({ id: system.id, type: 'system' }),
  },
  policySystemsOS: { expected: () => ['8.4'] },
  reportSystems: {
    with: () => ({ ...PAGE, tags: ['site/town=north'], sortBy: ['display_name'], filter: 'os_minor_version = 4' }),
    expected: ({ system }) => onlyItem({ id: system.id, type: 'system' }),
  },
  reportSystem: { expected: ({ system }) => record('system', { id: system.id }) },
  reportSystemsOS: { with: () => ({ filter: 'os_minor_version = 4' }), expected: () => ['8.4'] },

  reports: {
    with: ({ policy }) => ({ ...PAGE, sortBy: ['percent_compliant:desc'], filter: `title = "${policy.title}"` }),
    expected: ({ policy }) => onlyItem({ id: policy.id, type: 'report', reported_system_count: 1 }),
  },
  report: { expected: ({ policy }) => record('report', { id: policy.id, assigned_system_count: 1 }) },
  reportStats: {
    expected: () => ({ top_failed_rules: [expect.objectContaining({ ref_id: 'r2', count: 1 })] }),
  },
  reportsOS: { with: () => ({ filter: 'os_major_version = 8' }), expected: () => [8] },
  systemReports: {
    with: ({ policy }) => ({ ...PAGE, sortBy: ['title'], filter: `title = "${policy.title}"` }),
    expected: ({ policy }) => onlyItem({ id: policy.id, type: 'report' }),
  },
  reportTestResults: {
    with: () => ({ ...PAGE, tags: ['site/town=north'], sortBy: ['score:desc'], filter: 'supported = true' }),
    expected: ({ ids }) => onlyItem({ id: ids.testResultId, type: 'test_result', score: 66.5 }),
  },
  reportTestResult: { expected: ({ ids }) => record('test_result', { id: ids.testResultId }) },
  reportTestResultsOS: { with: () => ({ filter: 'os_minor_version = 4' }), expected: () => ['8.4'] },
  reportTestResultsSG: { expected: () => ['1.0'] },
  reportRuleResults: {
    with: () => ({ ...PAGE, sortBy: ['severity:desc', 'title'], filter: 'result = fail' }),
    expected: ({ system }) => onlyItem({ ref_id: 'r2', result: 'fail', system_id: system.id }),
  },
};
