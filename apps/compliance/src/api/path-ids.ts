/** How the ids in paths are documented: `@ApiParam(POLICY_ID)`. */
const id = (name: string, description: string, example: string) => ({
  name,
  description,
  schema: { type: 'string' as const, format: 'uuid', example },
});

export const GUIDE_ID = id('security_guide_id', 'Id of the security guide', '2b7d6f0a-1c5e-4d0b-8a3f-5e1f4c9b7d21');
export const PROFILE_ID = id('profile_id', 'Id of the profile', '0f4be1d3-9f3d-4a53-9c5c-9a2b8e0c1f77');
export const RULE_ID = id('rule_id', 'Id of the rule', '7c1e5b0d-6a2f-4f7e-8b39-d0a4c2e9f153');
export const RULE_GROUP_ID = id('rule_group_id', 'Id of the rule group', '3f2c9a61-0b7d-4d0e-a1f4-9be3c5d7e820');
export const VALUE_ID = id('value_definition_id', 'Id of the value', 'd6a9b9b4-52a6-4b35-9d3c-5e0c8c1b2f11');
export const POLICY_ID = id('policy_id', 'Id of the policy', '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10');
export const SYSTEM_ID = id('system_id', 'Id of the system', '1c9d6c35-8a7c-4c1b-8d7e-3a8a0f6b2e44');
export const REPORT_ID = id(
  'report_id',
  'Id of the report; same as that of its policy',
  '6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10',
);
export const TEST_RESULT_ID = id('test_result_id', 'Id of the test result', 'a2d6f9c4-7f0b-4e61-9b3d-1c8e5a0f7b26');

const key = (name: string, description: string, example: string) => ({
  name,
  description,
  schema: { type: 'string' as const, example },
});

export const PROFILE_KEY = key(
  'profile_id',
  'Id of the profile, or its ref_id with `-` for every `.`',
  'xccdf_org-ssgproject-content_profile_cis',
);
export const RULE_KEY = key(
  'rule_id',
  'Id of the rule, or its ref_id with `-` for every `.`',
  'xccdf_org-ssgproject-content_rule_file_groupowner_etc_shadow',
);
export const TAILORING_ID = key(
  'tailoring_id',
  'Id of the tailoring, or its minor version of the operating system',
  '4',
);
