/** Name in identifiers of the sample guide. */
const OWN = 'org.wardstone.sample';
const XCCDF = 'http://checklists.nist.gov/xccdf/1.2';
const OVAL = 'http://oval.mitre.org/XMLSchema/oval-definitions-5';
const NIST = 'http://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53r4.pdf';
const TIME = '2026-11-30T00:00:00';

const SAMPLE_REF_ID = `xccdf_${OWN}_benchmark_LINUX-BASICS`;
export const SAMPLE_TITLE = 'Linux basics (sample)';

/** A file whose properties are compared, or a pattern that no line of a file may match. */
type Check =
  | { readonly path: string; readonly state: Readonly<Record<string, string>> }
  | { readonly file: string; readonly forbidden: string };

interface SampleRule {
  readonly id: string;
  readonly title: string;
  readonly severity: 'low' | 'medium' | 'high';
  readonly description: string;
  readonly rationale: string;
  readonly controls: readonly string[];
  /** Absent for rules that a person has to check. */
  readonly check?: Check;
  readonly fix?: string;
}

const UNWRITABLE = { gwrite: 'false', owrite: 'false' };

/** Rules that any Linux machine can be checked by. */
const SAMPLE_RULES: readonly SampleRule[] = [
  {
    id: 'passwd_owned_by_root',
    title: 'The file of accounts belongs to root',
    severity: 'high',
    description: '/etc/passwd must belong to the user root.',
    rationale: 'Whoever owns the file can add accounts and change their shells.',
    controls: ['AC-6(1)', 'CM-6(a)'],
    check: { path: '/etc/passwd', state: { user_id: '0' } },
    fix: 'chown root /etc/passwd',
  },
  {
    id: 'passwd_unwritable',
    title: 'Only the owner can write the file of accounts',
    severity: 'medium',
    description: '/etc/passwd must not be writable by its group or by others.',
    rationale: 'Whoever can write the file can become any user.',
    controls: ['AC-6(1)', 'CM-6(a)'],
    check: { path: '/etc/passwd', state: UNWRITABLE },
    fix: 'chmod go-w /etc/passwd',
  },
  {
    id: 'shadow_private',
    title: 'Others cannot read hashes of passwords',
    severity: 'high',
    description: '/etc/shadow must not be readable or writable by others.',
    rationale: 'Weak passwords are guessed from their hashes.',
    controls: ['AC-6(1)', 'IA-5'],
    check: { path: '/etc/shadow', state: { oread: 'false', owrite: 'false' } },
    fix: 'chmod o-rw /etc/shadow',
  },
  {
    id: 'only_root_has_id_0',
    title: 'Only root has the user id 0',
    severity: 'high',
    description: 'No account in /etc/passwd other than root may have the user id 0.',
    rationale: 'Another account with this id is root under a name that nobody watches.',
    controls: ['AC-6(5)', 'IA-2'],
    check: { file: '/etc/passwd', forbidden: '^(?!root:)[^:]+:[^:]*:0+:' },
  },
  {
    id: 'sshd_root_login',
    title: 'SSH does not let root log in with a password',
    severity: 'medium',
    description: '/etc/ssh/sshd_config must not contain “PermitRootLogin yes”. A machine without the file passes.',
    rationale: 'Logins of people can be told apart, and the password of root is the one that is guessed most.',
    controls: ['AC-6(2)', 'IA-2'],
    check: { file: '/etc/ssh/sshd_config', forbidden: '^[ \\t]*(?i)PermitRootLogin[ \\t]+yes\\b' },
    fix: `sed -i 's/^[ \\t]*PermitRootLogin[ \\t].*/PermitRootLogin no/I' /etc/ssh/sshd_config`,
  },
  {
    id: 'sshd_empty_passwords',
    title: 'SSH takes no empty passwords',
    severity: 'high',
    description: '/etc/ssh/sshd_config must not contain “PermitEmptyPasswords yes”. A machine without the file passes.',
    rationale: 'Anyone who can reach the machine could log in.',
    controls: ['IA-5', 'AC-17(a)'],
    check: { file: '/etc/ssh/sshd_config', forbidden: '^[ \\t]*(?i)PermitEmptyPasswords[ \\t]+yes\\b' },
    fix: `sed -i 's/^[ \\t]*PermitEmptyPasswords[ \\t].*/PermitEmptyPasswords no/I' /etc/ssh/sshd_config`,
  },
  {
    id: 'responsible_person',
    title: 'Someone is responsible for the machine',
    severity: 'low',
    description: 'A person or team is named who answers for the machine. No scanner can see this: request a review.',
    rationale: 'A machine that belongs to nobody is not updated.',
    controls: ['CM-8'],
  },
];

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
const ruleId = (id: string): string => `xccdf_${OWN}_rule_${id}`;
const ovalId = (kind: string, number: number): string => `oval:${OWN}:${kind}:${number}`;

function ruleXml(
  { id, title, severity, description, rationale, controls, check, fix }: SampleRule,
  index: number,
): string {
  const references = controls.map((control) => `<reference href="${NIST}">${control}</reference>`).join('');
  return `<Rule id="${ruleId(id)}" selected="false" severity="${severity}"><title>${escaped(title)}</title>
<description>${escaped(description)}</description>${references}<rationale>${escaped(rationale)}</rationale>${
    fix === undefined ? '' : `<fix id="${id}" system="urn:xccdf:fix:script:sh">${escaped(fix)}</fix>`
  }${
    check === undefined
      ? ''
      : `<check system="${OVAL}"><check-content-ref href="oval.xml" name="${ovalId('def', index + 1)}"/></check>`
  }</Rule>`;
}

interface OvalParts {
  readonly definition: string;
  readonly test: string;
  readonly object: string;
  readonly state: string;
}

function toOval({ title, description, check }: SampleRule, index: number): readonly OvalParts[] {
  if (!check) return [];
  const number = index + 1;
  const [test, object, state] = ['tst', 'obj', 'ste'].map((kind) => ovalId(kind, number));
  const definition = `<definition class="compliance" id="${ovalId('def', number)}" version="1"><metadata><title>${escaped(title)}</title>
<affected family="unix"/><description>${escaped(description)}</description></metadata>
<criteria><criterion comment="${escaped(title)}" test_ref="${test}"/></criteria></definition>`;
  const common = `version="1" check="all" comment="${escaped(title)}"`;
  if ('forbidden' in check) {
    return [
      {
        definition,
        test: `<ind:textfilecontent54_test id="${test}" ${common} check_existence="none_exist"><ind:object object_ref="${object}"/></ind:textfilecontent54_test>`,
        object: `<ind:textfilecontent54_object id="${object}" version="1"><ind:filepath>${check.file}</ind:filepath>
<ind:pattern operation="pattern match">${escaped(check.forbidden)}</ind:pattern><ind:instance datatype="int" operation="greater than or equal">1</ind:instance></ind:textfilecontent54_object>`,
        state: '',
      },
    ];
  }
  const properties = Object.entries(check.state).map(
    ([name, value]) => `<unix:${name} datatype="${name === 'user_id' ? 'int' : 'boolean'}">${value}</unix:${name}>`,
  );
  return [
    {
      definition,
      test: `<unix:file_test id="${test}" ${common} check_existence="all_exist"><unix:object object_ref="${object}"/><unix:state state_ref="${state}"/></unix:file_test>`,
      object: `<unix:file_object id="${object}" version="1"><unix:filepath>${check.path}</unix:filepath></unix:file_object>`,
      state: `<unix:file_state id="${state}" version="1">${properties.join('')}</unix:file_state>`,
    },
  ];
}

function benchmarkXml(): string {
  return `<Benchmark xmlns="${XCCDF}" id="${SAMPLE_REF_ID}" resolved="1" style="SCAP_1.3" xml:lang="en-US">
<status date="2026-11-30">accepted</status><title>${SAMPLE_TITLE}</title>
<description>Seven rules that any Linux machine can be checked by, to look at. It is no substitute for a guide of your distribution.</description>
<notice id="sample">A sample, without warranty.</notice>
<version time="${TIME}">1.0</version>
<metadata><dc:creator>Wardstone</dc:creator><dc:publisher>Wardstone</dc:publisher><dc:contributor>Wardstone</dc:contributor><dc:source>https://example.org/wardstone</dc:source></metadata>
<model system="urn:xccdf:scoring:default"/>
<Profile id="xccdf_${OWN}_profile_basics"><title>Basics</title><description>All rules of the guide.</description>
${SAMPLE_RULES.map(({ id }) => `<select idref="${ruleId(id)}" selected="true"/>`).join('\n')}
</Profile>
${SAMPLE_RULES.map(ruleXml).join('\n')}
</Benchmark>`;
}

function ovalXml(): string {
  const parts = SAMPLE_RULES.flatMap(toOval);
  const section = (name: string, kind: keyof OvalParts): string =>
    `<${name}>\n${parts.flatMap((part) => part[kind] || []).join('\n')}\n</${name}>`;
  return `<oval_definitions xmlns="${OVAL}" xmlns:oval="http://oval.mitre.org/XMLSchema/oval-common-5" xmlns:ind="${OVAL}#independent" xmlns:unix="${OVAL}#unix">
<generator><oval:product_name>Wardstone</oval:product_name><oval:schema_version>5.11.2</oval:schema_version><oval:timestamp>${TIME}</oval:timestamp></generator>
${section('definitions', 'definition')}
${section('tests', 'test')}
${section('objects', 'object')}
${section('states', 'state')}
</oval_definitions>`;
}

/** The sample guide as a SCAP 1.3 source datastream. */
export function sampleGuide(): string {
  const [oval, xccdf] = [`scap_${OWN}_cref_oval.xml`, `scap_${OWN}_cref_xccdf.xml`];
  return `<?xml version="1.0" encoding="utf-8"?>
<ds:data-stream-collection xmlns:ds="http://scap.nist.gov/schema/scap/source/1.2" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:cat="urn:oasis:names:tc:entity:xmlns:xml:catalog" xmlns:dc="http://purl.org/dc/elements/1.1/" id="scap_${OWN}_collection_basics" schematron-version="1.3">
<ds:data-stream id="scap_${OWN}_datastream_basics" scap-version="1.3" use-case="CONFIGURATION" timestamp="${TIME}">
<ds:checklists><ds:component-ref id="${xccdf}" xlink:href="#scap_${OWN}_comp_xccdf.xml"><cat:catalog><cat:uri name="oval.xml" uri="#${oval}"/></cat:catalog></ds:component-ref></ds:checklists>
<ds:checks><ds:component-ref id="${oval}" xlink:href="#scap_${OWN}_comp_oval.xml"/></ds:checks>
</ds:data-stream>
<ds:component id="scap_${OWN}_comp_xccdf.xml" timestamp="${TIME}">${benchmarkXml()}</ds:component>
<ds:component id="scap_${OWN}_comp_oval.xml" timestamp="${TIME}">${ovalXml()}</ds:component>
</ds:data-stream-collection>
`;
}
