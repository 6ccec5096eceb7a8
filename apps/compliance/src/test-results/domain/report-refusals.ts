/** Reasons for refusing a result, worded by rule scap-4. */
export const refusals = {
  wrongFormat: () => 'wrong format or benchmark',
  otherSystem: (osMajorVersion: number, benchmark: string) =>
    `OS major version ${osMajorVersion} does not match benchmark ${benchmark}`,
  noPolicy: (profile: string) => `no policy found matching profile ${profile}`,
  noGuide: (benchmark: string, version: string) => `no benchmark found matching ${benchmark} ${version}`,
  noTailoring: (osMinorVersion: number) => `no tailoring found for OS minor version ${osMinorVersion}`,
  unknownRules: (rules: readonly string[]) => `unknown rules: ${rules.slice(0, MAX_RULES_NAMED).join(', ')}`,
  tooEarly: () => 'the scan ends more than 24 hours in the future',
  overtaken: () => 'a newer result exists',
};

const MAX_RULES_NAMED = 20;
