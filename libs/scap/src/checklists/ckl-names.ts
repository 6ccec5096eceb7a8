/** Names in CKL and CKLB, in the order of STIG Viewer 2. */
export const TARGET_NAMES = [
  ['ROLE', 'role'],
  ['ASSET_TYPE', 'target_type'],
  ['MARKING', 'ckl:MARKING'],
  ['HOST_NAME', 'host_name'],
  ['HOST_IP', 'ip_address'],
  ['HOST_MAC', 'mac_address'],
  ['HOST_FQDN', 'fqdn'],
  ['TARGET_COMMENT', 'comments'],
  ['TECH_AREA', 'technology_area'],
  ['TARGET_KEY', 'ckl:TARGET_KEY'],
  ['WEB_OR_DATABASE', 'is_web_database'],
  ['WEB_DB_SITE', 'web_db_site'],
  ['WEB_DB_INSTANCE', 'web_db_instance'],
] as const;

export const STIG_NAMES = [
  ['version', 'version'],
  ['classification', 'ckl:classification'],
  ['customname', 'ckl:customname'],
  ['stigid', 'stig_id'],
  ['description', 'ckl:description'],
  ['filename', 'ckl:filename'],
  ['releaseinfo', 'release_info'],
  ['title', 'stig_name'],
  ['uuid', 'uuid'],
  ['notice', 'ckl:notice'],
  ['source', 'ckl:source'],
] as const;

/** Names in STIG_DATA; those that repeat are lists. */
export const RULE_NAMES = [
  ['Vuln_Num', 'group_id'],
  ['Severity', 'severity'],
  ['Group_Title', 'group_title'],
  ['Rule_ID', 'rule_id_src'],
  ['Rule_Ver', 'rule_version'],
  ['Rule_Title', 'rule_title'],
  ['Vuln_Discuss', 'discussion'],
  ['IA_Controls', 'ia_controls'],
  ['Check_Content', 'check_content'],
  ['Fix_Text', 'fix_text'],
  ['False_Positives', 'false_positives'],
  ['False_Negatives', 'false_negatives'],
  ['Documentable', 'documentable'],
  ['Mitigations', 'mitigations'],
  ['Potential_Impact', 'potential_impacts'],
  ['Third_Party_Tools', 'third_party_tools'],
  ['Mitigation_Control', 'mitigation_control'],
  ['Responsibility', 'responsibility'],
  ['Security_Override_Guidance', 'security_override_guidance'],
  ['Check_Content_Ref', 'ckl:Check_Content_Ref'],
  ['Weight', 'weight'],
  ['Class', 'ckl:Class'],
  ['STIGRef', 'stig_ref'],
  ['TargetKey', 'target_key'],
  ['STIG_UUID', 'stig_uuid'],
  ['LEGACY_ID', 'legacy_ids'],
  ['CCI_REF', 'ccis'],
] as const;

export const LISTED = new Set(['legacy_ids', 'ccis']);

export const CKL_STATUSES = {
  not_reviewed: 'Not_Reviewed',
  open: 'Open',
  not_a_finding: 'NotAFinding',
  not_applicable: 'Not_Applicable',
} as const;

export const toFieldName = (names: readonly (readonly [string, string])[], name: string): string =>
  names.find(([known]) => known === name)?.[1] ?? `ckl:${name}`;
