// The guide of audit-tour.mjs in two versions, and results of scans by it.

const XCCDF = 'http://checklists.nist.gov/xccdf/1.2';
const PREFIX = 'xccdf_org.wardstone.tour.content_';
const NIST = 'http://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53r4.pdf';
const CIS = 'https://www.cisecurity.org/benchmark/red_hat_linux/';

export const ruleRef = (name) => `${PREFIX}rule_${name}`;

export const RULE = {
  shadow: 'file_permissions_etc_shadow',
  rootLogin: 'sshd_disable_root_login',
  aide: 'package_aide_installed',
  motd: 'banner_etc_motd',
  training: 'administrators_are_trained',
  cramfs: 'kernel_module_cramfs_disabled',
  telnet: 'package_telnet_removed',
  usbguard: 'package_usbguard_installed',
  crypto: 'configure_crypto_policy',
};

/** Title, severity, and controls of NIST 800-53 and CIS. */
const RULES = {
  [RULE.shadow]: ['Verify permissions on the shadow file', 'high', ['CM-6(a)', 'AC-6(1)'], '7.1.5'],
  [RULE.rootLogin]: ['Disable SSH root login', 'medium', ['AC-6(2)', 'IA-2'], '5.1.20'],
  [RULE.aide]: ['Install AIDE', 'medium', ['CM-6(a)', 'SI-7'], '6.1.1'],
  [RULE.motd]: ['Modify the message of the day', 'low', ['AC-8(a)'], '1.7.1'],
  [RULE.training]: ['Train administrators each year', 'medium', ['AT-2'], undefined],
  [RULE.cramfs]: ['Disable mounting of cramfs', 'low', ['CM-7(a)'], '1.1.1.1'],
  [RULE.telnet]: ['Remove the telnet client', 'high', ['CM-7(a)'], '2.2.4'],
  [RULE.usbguard]: ['Install usbguard', 'medium', ['CM-8(3)(a)'], undefined],
  [RULE.crypto]: ['Set the system-wide cryptographic policy', 'high', ['SC-13', 'AC-17(2)'], '1.6.1'],
};

const { telnet, crypto, usbguard } = RULE;
/** Version 2 has another rule, lacks one, and checks one otherwise. */
const VERSIONS = {
  '1.0': Object.keys(RULES).filter((name) => name !== crypto),
  '2.0': Object.keys(RULES).filter((name) => name !== telnet),
};
/** Checked by people; no scanner does. */
const MANUAL = new Set([RULE.training]);
const CHANGED = { '2.0': new Set([RULE.aide]) };
/** Failed rules of each system, by its number. */
const FAILED = [[RULE.shadow, RULE.motd], [RULE.shadow, RULE.motd, RULE.rootLogin, telnet, crypto], [RULE.motd]];

function ruleText(name, version) {
  const [title, severity, controls, cis] = RULES[name];
  const check = `check of ${name}${CHANGED[version]?.has(name) ? `, revised` : ''}`;
  const references = [
    ...controls.map((control) => `<reference href="${NIST}">${control}</reference>`),
    ...(cis ? [`<reference href="${CIS}">${cis}</reference>`] : []),
  ];
  return (
    `<Rule id="${ruleRef(name)}" selected="false" severity="${severity}"><title>${title}</title>` +
    `<description>${title}, as auditors ask for.</description>${references.join('')}` +
    `<rationale>Of the tour.</rationale>` +
    (MANUAL.has(name) ? '' : `<fix system="urn:xccdf:fix:script:sh">echo ${name}</fix>`) +
    `<check system="${MANUAL.has(name) ? 'http://scap.nist.gov/schema/ocil/2' : 'urn:tour'}">` +
    `<check-content>${check}</check-content></check></Rule>`
  );
}

export function guideFile(number, version) {
  const rules = VERSIONS[version];
  const selected = rules.filter((name) => name !== usbguard);
  return (
    `<Benchmark xmlns="${XCCDF}" id="${PREFIX}benchmark_RHEL-9-T${number}" resolved="1" xml:lang="en-US">` +
    `<status>accepted</status><title>RHEL 9 of tour ${number}</title><description>A small guide in two versions.</description>` +
    `<version>${version}</version><Profile id="${PREFIX}profile_audit"><title>Rules for auditors</title>` +
    selected.map((name) => `<select idref="${ruleRef(name)}" selected="true"/>`).join('') +
    `</Profile><Group id="${PREFIX}group_all"><title>All rules</title>` +
    `${rules.map((name) => ruleText(name, version)).join('')}</Group></Benchmark>`
  );
}

/** The file that a scanner writes about a system, without results that only people can judge. */
export function resultFile(number, version, { index, atMs }) {
  const time = (ms) => new Date(ms).toISOString();
  const failed = new Set(FAILED[index]);
  const rules = VERSIONS[version].filter((name) => name !== RULE.cramfs);
  const toOutcome = (name) => (MANUAL.has(name) ? 'notchecked' : failed.has(name) ? 'fail' : 'pass');
  const checked = rules.filter((name) => !MANUAL.has(name));
  const score = (100 * checked.filter((name) => !failed.has(name)).length) / checked.length;
  return (
    `<TestResult xmlns="${XCCDF}" id="t" start-time="${time(atMs - 60_000)}" end-time="${time(atMs)}" version="${version}">` +
    `<title>x</title><benchmark href="x" id="${PREFIX}benchmark_RHEL-9-T${number}"/>` +
    `<profile idref="${PREFIX}profile_audit"/><target>host</target>` +
    rules
      .map((name) => `<rule-result idref="${ruleRef(name)}"><result>${toOutcome(name)}</result></rule-result>`)
      .join('') +
    `<score system="urn:xccdf:scoring:default" maximum="100">${score}</score></TestResult>`
  );
}
