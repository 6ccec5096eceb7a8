import { remediationIssueId } from './remediation-issue';

const RULE = {
  guideRefId: 'xccdf_org.ssgproject.content_benchmark_RHEL-8',
  guideVersion: '0.1.65',
  profileRefId: 'xccdf_org.ssgproject.content_profile_pci-dss',
  ruleRefId: 'xccdf_org.ssgproject.content_rule_Rule',
  isRemediationAvailable: true,
};

describe('remediationIssueId', () => {
  it.each([
    ['xccdf_org.ssgproject.content_profile_pci-dss', 'pci-dss'],
    ['xccdf_org.ssgproject.content_profile_CIS_Server', 'cis_server'],
    ['XCCDF_org.ssgproject.content_profile_cis', 'cis'],
    ['xccdf_com.example_profile_Own', 'xccdf_com.example_profile_own'],
    ['x_xccdf_org.ssgproject.content_profile_cis', 'x_xccdf_org.ssgproject.content_profile_cis'],
  ])('names the profile %s as %s', (profileRefId, name) => {
    expect(remediationIssueId({ ...RULE, profileRefId })).toBe(
      `ssg:xccdf_org.ssgproject.content_benchmark_RHEL-8|0.1.65|${name}|xccdf_org.ssgproject.content_rule_Rule`,
    );
  });

  it('is null where there is no remediation', () => {
    expect(remediationIssueId({ ...RULE, isRemediationAvailable: false })).toBeNull();
  });
});
