/** One operation of the contract or beyond it, as rule compliance-8, C, F and G name it. */
export interface SpecifiedOperation {
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below the base path, as in the OpenAPI document. */
  path: string;
  /** Beside inventory:hosts:read. */
  permissions: readonly string[];
  /** Whether a host may call it with only its certificate. */
  isForHosts: boolean;
}

type Row = [id: string, route: string, isForHosts?: 'hosts'];

const TABLE: Readonly<Record<string, readonly Row[]>> = {
  'compliance:policy:read': [
    ['Policies', 'GET /policies', 'hosts'],
    ['Policy', 'GET /policies/{policy_id}'],
    ['PolicyFreshness', 'GET /policies/{policy_id}/freshness'],
    ['SystemsPolicies', 'GET /systems/{system_id}/policies', 'hosts'],
    ['SecurityGuides', 'GET /security_guides'],
    ['SecurityGuidesOS', 'GET /security_guides/os_versions'],
    ['SupportedProfiles', 'GET /security_guides/supported_profiles'],
    ['SecurityGuide', 'GET /security_guides/{security_guide_id}'],
    ['SecurityGuideChanges', 'GET /security_guides/{security_guide_id}/changes'],
    ['SecurityGuideRuleTree', 'GET /security_guides/{security_guide_id}/rule_tree'],
    ['Profiles', 'GET /security_guides/{security_guide_id}/profiles'],
    ['Profile', 'GET /security_guides/{security_guide_id}/profiles/{profile_id}'],
    ['ProfileTree', 'GET /security_guides/{security_guide_id}/profiles/{profile_id}/rule_tree'],
    ['ProfileRules', 'GET /security_guides/{security_guide_id}/profiles/{profile_id}/rules'],
    ['ProfileRule', 'GET /security_guides/{security_guide_id}/profiles/{profile_id}/rules/{rule_id}'],
    ['Rules', 'GET /security_guides/{security_guide_id}/rules'],
    ['Rule', 'GET /security_guides/{security_guide_id}/rules/{rule_id}'],
    ['RuleGroups', 'GET /security_guides/{security_guide_id}/rule_groups'],
    ['RuleGroup', 'GET /security_guides/{security_guide_id}/rule_groups/{rule_group_id}'],
    ['ValueDefinitions', 'GET /security_guides/{security_guide_id}/value_definitions'],
    ['ValueDefinition', 'GET /security_guides/{security_guide_id}/value_definitions/{value_definition_id}'],
    ['Tailorings', 'GET /policies/{policy_id}/tailorings'],
    ['Tailoring', 'GET /policies/{policy_id}/tailorings/{tailoring_id}'],
    ['TailoringRuleTree', 'GET /policies/{policy_id}/tailorings/{tailoring_id}/rule_tree'],
    ['TailoringRules', 'GET /policies/{policy_id}/tailorings/{tailoring_id}/rules'],
    ['TailoringFile', 'GET /policies/{policy_id}/tailorings/{tailoring_id}/tailoring_file', 'hosts'],
    ['TailoringFileXML', 'GET /policies/{policy_id}/tailorings/{tailoring_id}/tailoring_file.xml', 'hosts'],
    ['TailoringFileJSON', 'GET /policies/{policy_id}/tailorings/{tailoring_id}/tailoring_file.json', 'hosts'],
    ['OfferedGuides', 'GET /offered_guides'],
    ['Frameworks', 'GET /frameworks'],
    ['Framework', 'GET /frameworks/{framework_ref_id}'],
    ['ScanSchedule', 'GET /policies/{policy_id}/scan_schedule'],
    ['SystemScanSchedules', 'GET /systems/{system_id}/scan_schedules'],
    ['TailoringFileTOML', 'GET /policies/{policy_id}/tailorings/{tailoring_id}/tailoring_file.toml', 'hosts'],
  ],
  'compliance:policy:create': [['CreatePolicy', 'POST /policies']],
  'compliance:policy:write': [
    ['UpdatePolicy', 'PATCH /policies/{policy_id}'],
    ['MovePolicies', 'POST /policies/moves'],
    ['SetPolicyFreshness', 'PUT /policies/{policy_id}/freshness'],
    ['CreateTailoring', 'POST /policies/{policy_id}/tailorings'],
    ['UpdateTailoring', 'PATCH /policies/{policy_id}/tailorings/{tailoring_id}'],
    ['AssignRules', 'POST /policies/{policy_id}/tailorings/{tailoring_id}/rules'],
    ['AssignRule', 'PATCH /policies/{policy_id}/tailorings/{tailoring_id}/rules/{rule_id}'],
    ['PutScanSchedule', 'PUT /policies/{policy_id}/scan_schedule'],
    ['DeleteScanSchedule', 'DELETE /policies/{policy_id}/scan_schedule'],
    ['DeleteEvidenceSchedule', 'DELETE /policies/{policy_id}/evidence_schedule'],
    ['AssignSystems', 'POST /policies/{policy_id}/systems'],
    ['AssignSystem', 'PATCH /policies/{policy_id}/systems/{system_id}', 'hosts'],
    ['UnassignSystem', 'DELETE /policies/{policy_id}/systems/{system_id}', 'hosts'],
  ],
  'compliance:policy:delete': [
    ['DeletePolicy', 'DELETE /policies/{policy_id}'],
    ['UnassignRule', 'DELETE /policies/{policy_id}/tailorings/{tailoring_id}/rules/{rule_id}'],
    ['DeleteReport', 'DELETE /reports/{report_id}'],
  ],
  'compliance:policy:write + compliance:report:read + compliance:waiver:read': [
    ['PutEvidenceSchedule', 'PUT /policies/{policy_id}/evidence_schedule'],
  ],
  'compliance:report:read + compliance:waiver:read': [
    ['ReportEvidenceCsv', 'GET /reports/{report_id}/evidence.csv'],
    ['ReportEvidenceHtml', 'GET /reports/{report_id}/evidence.html'],
    ['ReportEvidencePdf', 'GET /reports/{report_id}/evidence.pdf'],
    ['ReportEvidenceSarif', 'GET /reports/{report_id}/evidence.sarif'],
    ['ReportEvidenceOscal', 'GET /reports/{report_id}/evidence.oscal.json'],
    ['ReportPoamCsv', 'GET /reports/{report_id}/poam.csv'],
    ['ReportPoamOscal', 'GET /reports/{report_id}/poam.oscal.json'],
    ['ReportSystemChecklistCkl', 'GET /reports/{report_id}/systems/{system_id}/checklist.ckl'],
    ['ReportSystemChecklistCklb', 'GET /reports/{report_id}/systems/{system_id}/checklist.cklb'],
  ],
  'compliance:report:read + compliance:policy:read': [
    ['ReportRemediationPlaybook', 'GET /reports/{report_id}/remediation.yml'],
    ['ReportRemediationScript', 'GET /reports/{report_id}/remediation.sh'],
  ],
  'compliance:report:read': [
    ['EvidenceSchedule', 'GET /policies/{policy_id}/evidence_schedule'],
    ['ReportControls', 'GET /reports/{report_id}/controls'],
    ['ReportFrameworks', 'GET /reports/{report_id}/controls/frameworks'],
    ['ReportControlsCsv', 'GET /reports/{report_id}/controls.csv'],
    ['SystemControls', 'GET /systems/{system_id}/controls'],
    ['SystemFrameworks', 'GET /systems/{system_id}/controls/frameworks'],
    ['SystemControlsCsv', 'GET /systems/{system_id}/controls.csv'],
    ['AllControls', 'GET /controls'],
    ['AllFrameworks', 'GET /controls/frameworks'],
    ['AllControlsCsv', 'GET /controls.csv'],
    ['Reports', 'GET /reports'],
    ['Report', 'GET /reports/{report_id}'],
    ['ReportStats', 'GET /reports/{report_id}/stats'],
    ['ReportTrend', 'GET /reports/{report_id}/trend'],
    ['ReportChanges', 'GET /reports/{report_id}/changes'],
    ['ReportSystemTrend', 'GET /reports/{report_id}/systems/{system_id}/trend'],
    ['ReportSystemTestResults', 'GET /reports/{report_id}/systems/{system_id}/test_results'],
    ['ReportTestResultDifference', 'GET /reports/{report_id}/test_results/{test_result_id}/difference'],
    ['SystemReports', 'GET /systems/{system_id}/reports'],
    ['SystemFailedRules', 'GET /systems/{system_id}/failed_rules'],
    ['ReportTestResults', 'GET /reports/{report_id}/test_results'],
    ['ReportTestResult', 'GET /reports/{report_id}/test_results/{test_result_id}'],
    ['ReportTestResultsSG', 'GET /reports/{report_id}/test_results/security_guide_versions'],
    ['ReportRuleResults', 'GET /reports/{report_id}/test_results/{test_result_id}/rule_results'],
    ['Scans', 'GET /scans'],
    ['Scan', 'GET /scans/{scan_id}'],
  ],
  'compliance:waiver:read': [
    ['Waivers', 'GET /waivers'],
    ['Waiver', 'GET /waivers/{waiver_id}'],
    ['WaiverAttachment', 'GET /waivers/{waiver_id}/attachment'],
  ],
  'compliance:waiver:write': [
    ['RequestWaiver', 'POST /waivers'],
    ['WithdrawWaiver', 'DELETE /waivers/{waiver_id}'],
    ['AttachToWaiver', 'POST /waivers/{waiver_id}/attachment'],
  ],
  'compliance:waiver:write + compliance:report:read': [
    ['ImportReportSystemChecklist', 'POST /reports/{report_id}/systems/{system_id}/checklist'],
  ],
  'compliance:waiver:approve': [['DecideWaiver', 'PUT /waivers/{waiver_id}/decision']],
  'compliance:scan:write': [
    ['RequestScans', 'POST /policies/{policy_id}/scans'],
    ['CancelScan', 'DELETE /scans/{scan_id}'],
  ],
  'compliance:system:read': [
    ['Systems', 'GET /systems'],
    ['System', 'GET /systems/{system_id}'],
    ['SystemsOS', 'GET /systems/os_versions'],
    ['PolicySystems', 'GET /policies/{policy_id}/systems'],
    ['PolicySystemsOS', 'GET /policies/{policy_id}/systems/os_versions'],
    ['ReportsOS', 'GET /reports/os_versions'],
    ['ReportSystems', 'GET /reports/{report_id}/systems'],
    ['ReportSystem', 'GET /reports/{report_id}/systems/{system_id}'],
    ['ReportSystemsOS', 'GET /reports/{report_id}/systems/os_versions'],
    ['ReportTestResultsOS', 'GET /reports/{report_id}/test_results/os_versions'],
  ],
  'compliance:content:write': [
    ['ImportSecurityGuide', 'POST /security_guides'],
    ['ImportOfferedGuide', 'PATCH /offered_guides/{sha256}'],
    ['PutFramework', 'PUT /frameworks/{framework_ref_id}'],
    ['DeleteFramework', 'DELETE /frameworks/{framework_ref_id}'],
    ['DeleteSecurityGuide', 'DELETE /security_guides/{security_guide_id}'],
    ['RegisterMinorVersions', 'PUT /security_guides/{security_guide_id}/profiles/{profile_id}/os_minor_versions'],
  ],
  'compliance:system:write': [
    ['CreateSystem', 'POST /systems'],
    ['PutSystem', 'PUT /systems/{system_id}'],
    ['PutAgentSystem', 'PUT /agent/system'],
    ['DeleteSystem', 'DELETE /systems/{system_id}'],
  ],
  'compliance:system:assign': [
    ['SystemOwner', 'GET /systems/{system_id}/owner'],
    ['AssignSystemOwner', 'PUT /systems/{system_id}/owner'],
  ],
  'compliance:report:write': [
    ['StoreTestResult', 'POST /systems/{system_id}/test_results'],
    ['AgentScans', 'GET /agent/scans'],
    ['PutAgentGuides', 'PUT /agent/guides'],
    ['SendAgentGuide', 'POST /agent/guides/{sha256}'],
    ['ReportScan', 'PUT /agent/scans/{scan_id}'],
    ['AgentScanGuide', 'GET /agent/scans/{scan_id}/guide'],
    ['AgentScanTailoring', 'GET /agent/scans/{scan_id}/tailoring'],
  ],
};

/** Every operation that requires authentication. */
export const OPERATIONS: readonly SpecifiedOperation[] = Object.entries(TABLE).flatMap(([permission, rows]) =>
  rows.map(([id, route, isForHosts]) => {
    const [method = '', path = ''] = route.split(' ');
    return {
      id,
      method: method.toLowerCase() as SpecifiedOperation['method'],
      path,
      permissions: permission.split(' + '),
      isForHosts: isForHosts === 'hosts',
    };
  }),
);
