import { Readable } from 'node:stream';
import type { EvidenceHead, EvidenceRule, EvidenceSystem } from './evidence';
import { literalMarkdown } from './literal-markdown';
import { writeOscal } from './oscal';
import { writeSarif } from './sarif';

const AT = new Date('2026-01-16T12:00:00Z');
const ID = '0c9b2f6e-7f1d-4f6a-9a51-2f0d3c1b5a47';

const aRule = (more: Partial<EvidenceRule> = {}): EvidenceRule => ({
  id: ID,
  ref_id: 'rule_a',
  title: 'Lock it',
  severity: 'high',
  result: 'fail',
  waiver: null,
  controls: [],
  review: null,
  plan: null,
  lowering: null,
  failed: more.result !== 'pass',
  ...more,
});

const aSystem = (rules: EvidenceRule[], display_name = 'web-1'): EvidenceSystem => ({
  id: ID,
  display_name,
  os_version: '8.4',
  result: {
    id: ID,
    tailoring_id: ID,
    start_time: null,
    end_time: AT,
    verdict: 'compliant',
    score: 50,
    score_with_exceptions: 50,
    verdict_with_exceptions: 'compliant',
    waived_rule_count: 0,
    freshness: 'fresh',
    failed_rule_count: 1,
    passed_rule_count: 0,
    sha256: null,
    rules,
  },
});

const aHead = (title = 'CIS'): EvidenceHead => ({
  madeAt: AT,
  at: AT,
  tailorings: [],
  trend: [],
  policy: {
    id: ID,
    title,
    description: null,
    business_objective: null,
    compliance_threshold: 90,
    max_result_age_days: null,
    profile_ref_id: 'p',
    profile_title: 'P',
  },
  figures: {
    assigned: 1,
    reported: 1,
    compliant: 1,
    stale_compliant: 0,
    compliant_with_exceptions: 1,
    stale_compliant_with_exceptions: 0,
    not_applicable: 0,
    unsupported: 0,
    stale: 0,
  },
});

async function written(
  writer: typeof writeSarif,
  head: EvidenceHead,
  ...systems: EvidenceSystem[]
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- documents of standards, whose schemas are checked elsewhere
): Promise<any> {
  let text = '';
  for await (const part of writer(head, () => Readable.from(systems))) text += part;
  return JSON.parse(text);
}

describe('SARIF', () => {
  const listMessages = async (rule: EvidenceRule, system?: string, policy?: string): Promise<string[]> => {
    const { runs } = await written(writeSarif, aHead(policy), aSystem([rule], system));
    const { results, tool, automationDetails } = runs[0];
    return [
      ...results.map(({ message }: { message: { text: string } }) => message.text),
      tool.driver.rules[1].shortDescription.text,
      automationDetails.description.text,
    ];
  };

  it('doubles braces, which would be placeholders, in every message', async () => {
    expect(await listMessages(aRule({ title: 'Set ${HOME} to {0}' }), 'web-{1}', '}{')).toEqual([
      'web-{{1}}: compliant, score 50; with exceptions compliant, 50',
      'Set ${{HOME}} to {{0}}: fail on web-{{1}}',
      'Set ${{HOME}} to {{0}}',
      '}}{{',
    ]);
  });

  it('has kind and level of each result, and each exception as a suppression', async () => {
    const waiver = {
      id: 'w1',
      reason: 'Later',
      requested_by: 'ann',
      approved_by: 'bob',
      approved_at: AT,
      expires_at: AT,
    };
    const rules = [
      aRule({ waiver: { ...waiver, result: null, severity: null } }),
      aRule({ ref_id: 'rule_b', severity: 'low' }),
      aRule({ ref_id: 'rule_c', severity: 'unknown' }),
      aRule({ ref_id: 'rule_d', result: 'pass' }),
      aRule({ ref_id: 'rule_e', result: 'informational', failed: false }),
    ];
    const { runs } = await written(writeSarif, aHead(), aSystem(rules));
    const [, ...results] = runs[0].results;

    expect(results.map(({ kind, level }: Record<string, string>) => `${kind} ${level}`)).toEqual([
      'fail error',
      'fail note',
      'fail warning',
      'pass none',
      'informational none',
    ]);
    const properties = { requestedBy: 'ann', approvedBy: 'bob', expires: AT.toISOString() };
    const suppression = { kind: 'external', status: 'accepted', guid: 'w1', justification: 'Later', properties };
    expect(results.map(({ suppressions }: { suppressions: object[] }) => suppressions)).toEqual([
      [suppression],
      [],
      [],
      [],
      [],
    ]);
  });

  it('writes no link for a name or a title that looks like one', async () => {
    expect(await listMessages(aRule({ title: 'See [a](b) and [c]' }), '[log in](https://elsewhere.test)')).toEqual([
      '[log in] (https://elsewhere.test): compliant, score 50; with exceptions compliant, 50',
      'See [a] (b) and [c]: fail on [log in] (https://elsewhere.test)',
      'See [a] (b) and [c]',
      'CIS',
    ]);
  });

  it('writes no message that is empty or only white space', async () => {
    expect(await listMessages(aRule({ title: ' \n' }), '', 'Two\n\tlines ')).toEqual([
      `${ID}: compliant, score 50; with exceptions compliant, 50`,
      `rule_a: fail on ${ID}`,
      'rule_a',
      'Two lines',
    ]);
  });

  it('leaves ids and non-messages unchanged', async () => {
    const { runs } = await written(writeSarif, aHead(), aSystem([aRule({ ref_id: 'rule_{0}' })], 'web-{1}'));

    expect(runs[0].tool.driver.rules[1].id).toBe('rule_{0}');
    expect(runs[0].results[1]).toMatchObject({
      ruleId: 'rule_{0}',
      locations: [{ logicalLocations: [{ name: 'web-{1}' }] }],
    });
  });
});

describe('controls', () => {
  const rules = [
    aRule({ controls: ['nist-800-53:AC-2', 'nist-800-53:IA-5(2)', 'cis:1.1'] }),
    aRule({ ref_id: 'rule_b', controls: ['nist-800-53:AC-2'] }),
  ];

  it('are listed with the rules of SARIF', async () => {
    const { runs } = await written(writeSarif, aHead(), aSystem(rules));

    expect(runs[0].tool.driver.rules[1].properties).toEqual({ severity: 'high', controls: rules[0]!.controls });
  });

  it('are what a result of OSCAL reviewed, and are listed with each rule once', async () => {
    const document = await written(writeOscal, aHead(), aSystem(rules), aSystem(rules, 'web-2'));
    const { results, 'back-matter': matter } = document['assessment-results'];
    const named = (name: string, value: string) => expect.objectContaining({ name, value }) as unknown;

    expect(results[1]['reviewed-controls']).toEqual({
      'control-selections': [
        {
          props: [named('framework', 'nist-800-53')],
          'include-controls': [{ 'control-id': 'AC-2' }, { 'control-id': 'IA-5_2_' }],
        },
        { props: [named('framework', 'cis')], 'include-controls': [{ 'control-id': '_1.1' }] },
      ],
    });
    expect(matter.resources.slice(1)).toEqual([
      expect.objectContaining({
        props: [
          named('rule', 'rule_a'),
          named('control', 'nist-800-53:AC-2'),
          named('control', 'nist-800-53:IA-5(2)'),
          named('control', 'cis:1.1'),
        ],
      }),
      expect.objectContaining({ props: [named('rule', 'rule_b'), named('control', 'nist-800-53:AC-2')] }),
    ]);
  });
});

describe('OSCAL', () => {
  it.each([
    ['pass', 'satisfied', 'pass'],
    ['fail', 'not-satisfied', 'fail'],
    ['error', 'not-satisfied', 'other'],
    ['unknown', 'not-satisfied', 'other'],
    ['fixed', 'not-satisfied', 'other'],
  ])('states for the result %s the objective %s, with the reason %s', async (result, state, reason) => {
    const document = await written(writeOscal, aHead(), aSystem([aRule({ result })]));

    expect(document['assessment-results'].results[0].findings[0].target.status).toEqual({ state, reason });
  });

  it('escapes names, titles and reasons in Markdown', async () => {
    const waiver = {
      id: ID,
      reason: '# none\n<b>x</b>',
      requested_by: 'a',
      approved_by: 'b',
      approved_at: AT,
      expires_at: AT,
      result: null,
      severity: null,
    };
    const rule = aRule({ title: 'Set *a_b* to {{ insert: param, x }}', waiver });
    const { metadata, results } = (await written(writeOscal, aHead('~CIS~'), aSystem([rule], '[x](y)')))[
      'assessment-results'
    ];
    const [{ title, findings, observations, risks }] = results;

    expect(metadata.title).toBe('\\~CIS\\~');
    expect(title).toBe('\\[x](y)');
    expect(findings[0].title).toBe('Set \\*a_b\\* to \\{\\{ insert: param, x }}');
    expect(observations[0].description).toBe(`${findings[0].title}: fail`);
    expect(risks[0].statement).toBe('\\# none\n\\<b>x\\</b>');
    // A value is no mark-up.
    expect(metadata.props).toContainEqual(expect.objectContaining({ name: 'profile', value: 'p' }));
  });
});

describe('literal Markdown', () => {
  it.each([
    ['net.ipv4.conf.all.accept_redirects = 0', 'net.ipv4.conf.all.accept_redirects = 0'],
    ['_a_ __b__ c_', '\\_a\\_ \\_\\_b\\_\\_ c\\_'],
    ['a\\b `c` d^2^', 'a\\\\b \\`c\\` d\\^2\\^'],
    ['&amp; & &#33;', '\\&amp; & \\&#33;'],
    ['1. first', '1\\. first'],
    ['- item', '\\- item'],
    ['  + item\n    > quote', '\\+ item\n\\> quote'],
    ['a | b\n--- | ---', 'a \\| b\n\\--- \\| ---'],
    ['---', '\\---'],
    ['日本 *x*', '日本 \\*x\\*'],
  ])('of %j is %j', (text, markdown) => expect(literalMarkdown(text)).toBe(markdown));
});
