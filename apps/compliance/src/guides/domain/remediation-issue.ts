/** A rule in a profile of a guide, with its remediation. */
export interface ProfiledRule {
  readonly guideRefId: string;
  readonly guideVersion: string;
  readonly profileRefId: string;
  readonly ruleRefId: string;
  readonly isRemediationAvailable: boolean;
}

const PROFILE_PREFIX = 'xccdf_org.ssgproject.content_profile_';

/** Id of the rule in a remediation service; null without remediation (rule compliance-17). */
export function remediationIssueId(rule: ProfiledRule): string | null {
  if (!rule.isRemediationAvailable) return null;
  const lowered = rule.profileRefId.toLowerCase();
  const profile = lowered.startsWith(PROFILE_PREFIX) ? lowered.slice(PROFILE_PREFIX.length) : lowered;
  return `ssg:${rule.guideRefId}|${rule.guideVersion}|${profile}|${rule.ruleRefId}`;
}
