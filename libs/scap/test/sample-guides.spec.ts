import { createHash } from 'node:crypto';
import { parseOsMajorVersion } from '../src/guides/os-major-version';
import type { GuideContent, RuleContent } from '../src/guides/guide-content';
import { GuideParser } from '../src/guides/guide-parser';
import { sampleGuide } from './sample-guides';

const PREFIX = /^xccdf_org\.ssgproject\.content_(?:benchmark|profile|rule|group|value)_/;
const short = (refId: string): string => refId.replace(PREFIX, '');
const digest = (text: string | null | undefined): string =>
  createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 16);
const tally = (items: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[item] = (counts[item] ?? 0) + 1;
  return counts;
};
const sum = <T>(items: readonly T[], count: (item: T) => number): number =>
  items.reduce((n, item) => n + count(item), 0);

interface Sample {
  content: GuideContent;
  sha256: string;
  byteCount: number;
}

function read(name: string): Sample {
  const bytes = sampleGuide(name);
  const parser = new GuideParser();
  parser.write(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { content: parser.end(), sha256, byteCount: bytes.length };
}

/** Everything the table of rule scap-2 counts. */
function figures({ content, sha256, byteCount }: Sample) {
  const { rules, ruleGroups, valueDefinitions, profiles } = content;
  const parents = new Map(ruleGroups.map(({ refId, parentRefId }) => [refId, parentRefId]));
  const toPath = (refId: string | null | undefined): string[] =>
    refId == null ? [] : [...toPath(parents.get(refId)), refId];
  const direct = new Set(rules.map(({ groupRefId }) => groupRefId));
  const above = new Set(rules.flatMap(({ groupRefId }) => toPath(groupRefId)));
  return {
    byteCount,
    sha256,
    refId: short(content.refId),
    version: content.version,
    major: parseOsMajorVersion(content.refId),
    title: content.title,
    description: [content.description.length, digest(content.description)],
    groups: ruleGroups.length,
    groupDepth: Math.max(...ruleGroups.map(({ refId }) => toPath(refId).length)),
    roots: ruleGroups.filter(({ parentRefId }) => parentRefId === null).map(({ refId }) => short(refId)),
    groupsWithDirectRule: ruleGroups.filter(({ refId }) => direct.has(refId)).length,
    groupsWithoutRule: ruleGroups.filter(({ refId }) => !above.has(refId)).length,
    values: valueDefinitions.length,
    valueTypes: tally(valueDefinitions.map(({ valueType }) => valueType)),
    rules: rules.length,
    severities: tally(rules.map(({ severity }) => severity)),
    identifiers: rules.filter(({ identifier }) => identifier !== null).length,
    references: sum(rules, (rule) => rule.references.length),
    valueChecks: [
      rules.filter((rule) => rule.valueChecks.length > 0).length,
      sum(rules, (rule) => rule.valueChecks.length),
    ],
    fixes: tally(rules.flatMap((rule) => rule.fixes.map(({ system }) => system.split(':').slice(-2).join(':')))),
    profiles: Object.fromEntries(
      profiles.map(({ refId, ruleRefIds, valueOverrides }) => [
        short(refId),
        `${ruleRefIds.length}/${valueOverrides.size}`,
      ]),
    ),
    profileRules: sum(profiles, ({ ruleRefIds }) => ruleRefIds.length),
    overrides: sum(profiles, ({ valueOverrides }) => valueOverrides.size),
    warnings: content.warnings,
  };
}

/** Names of the groups around a rule, outermost first. */
function groupPath({ ruleGroups }: GuideContent, rule: RuleContent): string[] {
  const names: string[] = [];
  for (
    let group = rule.groupRefId;
    group;
    group = ruleGroups.find(({ refId }) => refId === group)?.parentRefId ?? null
  ) {
    names.unshift(short(group));
  }
  return names;
}

/** Figures: rule scap-2. */
describe('a guide of the SCAP Security Guide 0.1.65', () => {
  describe('for RHEL 8', () => {
    let sample: Sample;
    let guide: GuideContent;
    beforeAll(() => {
      sample = read('rhel8');
      guide = sample.content;
    });

    it('has these figures', () => {
      expect(figures(sample)).toEqual({
        byteCount: 24106872,
        sha256: '6d1c8c45a80127a7984657a94bea6a88e4ecabfb7ed6be0b07265cd4db86bb6b',
        refId: 'RHEL-8',
        version: '0.1.65',
        major: 8,
        title: 'Guide to the Secure Configuration of Red Hat Enterprise Linux 8',
        description: [1648, '3f60389dbcd34588'],
        groups: 250,
        groupDepth: 6,
        roots: ['system', 'services', 'intro'],
        groupsWithDirectRule: 164,
        groupsWithoutRule: 57,
        values: 452,
        valueTypes: { string: 64, number: 92, boolean: 296 },
        rules: 1520,
        severities: { high: 75, medium: 1212, low: 113, unknown: 120 },
        identifiers: 1030,
        references: 44205,
        valueChecks: [467, 483],
        fixes: {
          'script:sh': 1202,
          'script:ansible': 1158,
          'script:puppet': 178,
          'script:kubernetes': 168,
          'osbuild:blueprint': 147,
          'anaconda:pre': 140,
        },
        profiles: {
          anssi_bp28_enhanced: '171/24',
          anssi_bp28_high: '184/28',
          anssi_bp28_intermediary: '160/20',
          anssi_bp28_minimal: '43/13',
          cis: '309/50',
          cis_server_l1: '242/43',
          cis_workstation_l1: '239/43',
          cis_workstation_l2: '306/50',
          cjis: '105/19',
          cui: '210/27',
          e8: '98/5',
          hipaa: '137/5',
          ism_o: '151/10',
          ospp: '210/26',
          'pci-dss': '125/13',
          'rht-ccp': '71/20',
          standard: '57/0',
          stig: '389/50',
          stig_gui: '386/50',
        },
        profileRules: 3593,
        overrides: 496,
        warnings: 0,
      });
    });

    it('has a first rule with all its parts', () => {
      const rule = guide.rules[0]!;
      expect(rule).toMatchObject({
        refId: expect.stringMatching(/_rule_prefer_64bit_os$/) as string,
        severity: 'medium',
        identifier: { label: 'CCE-83694-0', system: 'https://nvd.nist.gov/cce/index.cfm' },
        fixes: [],
      });
      expect(rule.references).toHaveLength(1);
      expect(groupPath(guide, rule)).toEqual(['system', 'software']);
      expect([rule.description.length, digest(rule.description)]).toEqual([73, '853f107a51fc65d4']);
      expect([rule.rationale?.length, digest(rule.rationale)]).toEqual([220, '8165e6c1f74daf65']);
    });

    it('has a rule in the middle, and a last one', () => {
      const middle = guide.rules[760]!;
      expect([short(middle.refId), middle.identifier?.label, middle.references.length]).toEqual([
        'file_groupowner_etc_shadow',
        'CCE-80799-0',
        55,
      ]);
      expect(groupPath(guide, middle)).toEqual([
        'system',
        'permissions',
        'files',
        'permissions_important_account_files',
      ]);
      expect(digest(middle.description)).toBe('e5d762e3eab54f15');
      const last = guide.rules[1519]!;
      expect([short(last.refId), last.identifier?.label, last.references.length]).toEqual([
        'xwindows_runlevel_target',
        'CCE-83380-6',
        36,
      ]);
      expect([last.description.length, digest(last.description)]).toEqual([541, '26f5ffe84ce9b99c']);
    });

    it('has groups without rationale', () => {
      const [first, last] = [guide.ruleGroups[0]!, guide.ruleGroups[249]!];
      expect([short(first.refId), first.title, digest(first.description)]).toEqual([
        'system',
        'System Settings',
        '4bd42c3eb56e6d02',
      ]);
      expect([short(last.refId), digest(last.description)]).toEqual(['intro-test-non-production', 'bf7a98ed456ec4d2']);
      expect(guide.ruleGroups.every(({ rationale }) => rationale === null)).toBe(true);
    });

    it('has values, three of them without a plain default', () => {
      expect(guide.valueDefinitions[0]).toMatchObject({
        refId: 'xccdf_org.ssgproject.content_value_var_aide_scan_notification_email',
        valueType: 'string',
        defaultValue: 'root@localhost',
      });
      const defaults = new Map(guide.valueDefinitions.map(({ refId, defaultValue }) => [short(refId), defaultValue]));
      expect(defaults.get('var_removable_partition')).toBe('/dev/cdrom');
      expect(defaults.get('var_accounts_authorized_local_users_regex')).toMatch(
        /^\^\(abrt\|adm\|avahi\|.*\|uuidd\)\$$/,
      );
      expect(defaults.get('var_web_login_banner_text')).not.toBe('');
    });

    it('has a profile that overrides five values', () => {
      const profile = guide.profiles.find(({ refId }) => short(refId) === 'e8')!;
      expect(Object.fromEntries(Array.from(profile.valueOverrides, ([refId, text]) => [short(refId), text]))).toEqual({
        var_selinux_state: 'enforcing',
        var_selinux_policy_name: 'targeted',
        var_authselect_profile: 'sssd',
        var_auditd_flush: 'incremental_async',
        var_system_crypto_policy: 'DEFAULT:NO-SHA1',
      });
      expect([profile.description?.length, digest(profile.description)]).toEqual([343, '01eaf2d7ec505209']);
    });
  });

  describe('for Debian 11', () => {
    let sample: Sample;
    let guide: GuideContent;
    beforeAll(() => {
      sample = read('debian11');
      guide = sample.content;
    });

    it('has these figures', () => {
      expect(figures(sample)).toEqual({
        byteCount: 5853581,
        sha256: '7d433f0051f18e874cacfd18c6a4666a98d95420ab3ee6a006e3fbfc9920027f',
        refId: 'DEBIAN-11',
        version: '0.1.65',
        major: 11,
        title: 'Guide to the Secure Configuration of Debian 11',
        description: [1631, 'b3b507ba27432362'],
        groups: 250,
        groupDepth: 6,
        roots: ['system', 'services', 'intro'],
        groupsWithDirectRule: 71,
        groupsWithoutRule: 159,
        values: 452,
        valueTypes: { string: 64, number: 92, boolean: 296 },
        rules: 355,
        severities: { high: 20, medium: 285, low: 32, unknown: 18 },
        identifiers: 0,
        references: 14835,
        valueChecks: [64, 74],
        fixes: { 'script:sh': 127, 'script:ansible': 154, 'script:puppet': 35, 'osbuild:blueprint': 27 },
        profiles: {
          anssi_np_nt28_average: '45/4',
          anssi_np_nt28_high: '50/4',
          anssi_np_nt28_minimal: '24/0',
          anssi_np_nt28_restrictive: '49/4',
          standard: '44/4',
        },
        profileRules: 212,
        overrides: 16,
        warnings: 0,
      });
    });

    it('has rules with checks of values and with many or no references', () => {
      const last = guide.rules[354]!;
      expect([short(last.refId), last.references.length]).toEqual(['sshd_use_priv_separation', 61]);
      expect(last.valueChecks.map(short)).toEqual(['var_sshd_priv_separation', 'sshd_required']);
      expect(last.fixes.map(({ system }) => system).sort()).toEqual([
        'urn:xccdf:fix:script:ansible',
        'urn:xccdf:fix:script:sh',
      ]);
      const other = guide.rules[177]!;
      expect([short(other.refId), other.references.length]).toEqual(['kernel_config_randomize_base', 0]);
      expect([other.description.length, digest(other.description)]).toEqual([492, '384f210a4616ddcd']);
    });

    it('has a profile that chooses values by selector', () => {
      const profile = guide.profiles.find(({ refId }) => short(refId) === 'standard')!;
      expect(Object.fromEntries(Array.from(profile.valueOverrides, ([refId, text]) => [short(refId), text]))).toEqual({
        sshd_idle_timeout_value: '300',
        var_sshd_set_keepalive: '0',
        file_owner_logfiles_value: 'adm',
        file_groupowner_logfiles_value: 'adm',
      });
    });
  });

  describe('for Firefox', () => {
    let sample: Sample;
    beforeAll(() => {
      sample = read('firefox');
    });

    it('has these figures, and no version of an operating system', () => {
      expect(figures(sample)).toEqual({
        byteCount: 365963,
        sha256: 'e484a0db7e1458e4b963ccaba82c5e995557984be960942a271b1f721f55f52d',
        refId: 'FIREFOX',
        version: '0.1.65',
        major: undefined,
        title: 'Guide to the Secure Configuration of Firefox',
        description: [1641, 'b15cbe5f467ee4a5'],
        groups: 2,
        groupDepth: 2,
        roots: ['firefox'],
        groupsWithDirectRule: 2,
        groupsWithoutRule: 0,
        values: 2,
        valueTypes: { string: 2 },
        rules: 35,
        severities: { high: 1, medium: 33, low: 1 },
        identifiers: 2,
        references: 104,
        valueChecks: [0, 0],
        fixes: { 'script:sh': 32 },
        profiles: { stig: '33/1' },
        profileRules: 33,
        overrides: 1,
        warnings: 0,
      });
    });

    it('has a last rule in a group of its own, and a default that spells None', () => {
      const { rules, valueDefinitions } = sample.content;
      const last = rules[34]!;
      expect([short(last.refId), last.identifier?.label, short(last.groupRefId ?? '')]).toEqual([
        'firefox_preferences-enable_ca_trust',
        'CCE-82057-1',
        'firefox_preferences-dod_root_certificate',
      ]);
      expect(valueDefinitions[0]).toMatchObject({
        refId: expect.stringMatching(/var_default_home_page$/) as string,
        defaultValue: 'None',
      });
    });
  });
});
