/** How the paths of tailorings are documented. */
export const POLICY_ID = { name: 'policy_id', description: 'Id of the policy', format: 'uuid' };
export const TAILORING_ID = {
  name: 'tailoring_id',
  description: 'Id of the tailoring, or its minor version of the operating system',
  example: '4',
};
export const RULE_ID = { name: 'rule_id', description: 'Id of the rule', format: 'uuid' };
