import { measureProcessorTime } from '@wardstone/testing';
import { parseOsMajorVersion } from '../src/guides/os-major-version';
import { ReportParser } from '../src/reports/report-parser';
import { ReportReader } from '../src/reports/report-reader';
import { REPORT_LIMITS, type ReportForm } from '../src/reports/scanner-report';
import { parseGuide } from './parsing';

function read(report: unknown, form: ReportForm = 'json') {
  const parser = new ReportParser(form);
  const bytes = Buffer.from(typeof report === 'string' ? report : JSON.stringify(report));
  for (let at = 0; at < bytes.length; at += 7001) parser.write(bytes.subarray(at, at + 7001));
  return parser.end();
}

/** Outcomes by ids of the scanner. */
function outcomes(report: unknown, form?: ReportForm): Record<string, string> {
  const { result } = read(report, form);
  const ids = [...result.ruleRefIds, ...result.undecidedRuleRefIds];
  const all = [...result.outcomes, ...result.undecidedOutcomes];
  return Object.fromEntries(ids.map((id, at) => [id.replace('xccdf_org.wardstone_rule_', ''), all[at]!]));
}

const control = (id: string, results: object[] | undefined, more: object = {}) => ({
  id,
  title: `Title of ${id}`,
  desc: `About ${id}`,
  impact: 0.5,
  tags: { nist: ['AC-6 (9)', 'Rev_4'], cci: ['CCI-000366'], severity: 'high', fix: 'chmod' },
  descriptions: [
    { label: 'check', data: 'Look' },
    { label: 'rationale', data: 'Because' },
  ],
  ...(results && { results }),
  ...more,
});
const one = (status: string, more: object = {}) => ({ status, start_time: '2026-01-15T12:00:00+00:00', ...more });
const HDF = {
  profiles: [
    {
      name: 'rhel-9 base line',
      title: 'RHEL 9 baseline',
      version: '1.2.0',
      controls: [
        control('SV-1', [one('passed')]),
        control('SV-2', [one('passed'), one('failed', { start_time: '2026-01-15T13:30:00+02:00' })]),
        control('SV-3', [one('skipped')]),
        control('SV-4', [one('failed')], { impact: 0 }),
        control('SV-5', [one('passed', { backtrace: ['x'] })]),
        control('SV-6', []),
        control('SV-7', undefined),
        control('SV-8', [one('skipped')], { waiver_data: { skipped_due_to_waiver: true } }),
        control('SV-9', [one('passed'), one('skipped')]),
      ],
    },
  ],
};

describe('a report of InSpec', () => {
  it('has the status of each control that Heimdall shows', () => {
    expect(outcomes(HDF)).toEqual({
      'SV-1': 'pass',
      'SV-2': 'fail',
      'SV-3': 'notchecked',
      'SV-4': 'notapplicable',
      'SV-5': 'error',
      'SV-6': 'error',
      'SV-7': 'error',
      'SV-8': 'notapplicable',
      'SV-9': 'pass',
    });
    expect(read(HDF).result).toMatchObject({
      passedRuleCount: 2,
      failedRuleCount: 4,
      notApplicableRuleCount: 2,
      notCheckedRuleCount: 1,
      score: 100 / 3,
      endTimeMs: Date.UTC(2026, 0, 15, 12),
    });
  });

  it('becomes a guide with texts, severities and references, which has no version of an operating system', () => {
    const guide = parseGuide(read(HDF).guide);
    expect(guide).toMatchObject({ title: 'RHEL 9 baseline', version: '1.2.0' });
    expect(parseOsMajorVersion(guide.refId)).toBeUndefined();
    expect(guide.profiles).toHaveLength(1);
    expect(guide.rules[0]).toMatchObject({
      refId: 'xccdf_org.wardstone_rule_SV-1',
      title: 'Title of SV-1',
      description: 'About SV-1',
      rationale: 'Because',
      severity: 'high',
      checkText: 'Look',
      fixText: 'chmod',
      references: [
        { href: 'https://nvlpubs.nist.gov/nistpubs/SpecialPublications/NIST.SP.800-53r5.pdf', label: 'AC-6(9)' },
        { href: 'https://public.cyber.mil/stigs/cci/', label: 'CCI-000366' },
      ],
    });
  });

  it('takes results of an overlay from the profile that it includes', () => {
    const overlay = { name: 'overlay', controls: [{ ...control('SV-1', []), title: 'Ours' }] };
    const both = { profiles: [overlay, { name: 'base', controls: [control('SV-1', [one('failed')])] }] };
    expect(outcomes(both)).toEqual({ 'SV-1': 'fail' });
    expect(parseGuide(read(both).guide).rules[0]!.title).toBe('Ours');
  });
});

const KUBE_BENCH = {
  Controls: [
    {
      version: 'cis-1.9',
      detected_version: '1.29',
      node_type: 'master',
      tests: [
        {
          results: [
            { test_number: '1.1.1', test_desc: 'Permissions', audit: 'stat', remediation: 'chmod 600', status: 'PASS' },
            { test_number: '1.1.2', test_desc: 'Ownership', status: 'FAIL' },
            { test_number: '1.1.3', test_desc: 'Manual', status: 'WARN' },
            { test_number: '1.1.4', test_desc: 'Skipped', status: 'INFO' },
          ],
        },
      ],
    },
    { version: 'cis-1.9', node_type: 'etcd', tests: [{ results: [{ test_number: '2.1', status: 'PASS' }] }] },
  ],
};

describe('a report of kube-bench', () => {
  it('has the status of each test', () => {
    const expected = {
      '1.1.1': 'pass',
      '1.1.2': 'fail',
      '1.1.3': 'notchecked',
      '1.1.4': 'informational',
      '2.1': 'pass',
    };
    expect(outcomes(KUBE_BENCH)).toEqual(expected);
    expect(outcomes(KUBE_BENCH.Controls)).toEqual(expected);
    expect(read(KUBE_BENCH).result).toMatchObject({ endTimeMs: 0, score: 200 / 3 });
  });

  it('belongs to another guide for other node types', () => {
    const node = { Controls: KUBE_BENCH.Controls.slice(1) };
    expect(read(KUBE_BENCH).result.benchmarkRefId).toBe('xccdf_org.wardstone_benchmark_kube-bench.etcd.master');
    expect(read(node).result.benchmarkRefId).toBe('xccdf_org.wardstone_benchmark_kube-bench.etcd');
  });
});

const check = (id: number, result: string, policy = 'cis_rhel9_linux') => ({
  id,
  policy_id: policy,
  title: `Check ${id}`,
  result,
  condition: 'all',
  rules: [{ type: 'file', rule: 'f:/etc/x -> r:y' }],
  compliance: [
    { key: 'cis', value: '1.1.1' },
    { key: 'nist_800_53', value: 'CM.1,AC.6' },
    { key: 'own', value: 'x' },
  ],
});
const wazuh = (checks: object[], total = checks.length) => ({
  data: { affected_items: checks, total_affected_items: total },
  error: 0,
});

describe('a report of Wazuh', () => {
  it('has the result of each check, and the controls of known frameworks', () => {
    const report = wazuh([check(1, 'passed'), check(2, 'failed'), check(3, 'not applicable')]);
    expect(outcomes(report)).toEqual({ 1: 'pass', 2: 'fail', 3: 'notapplicable' });
    const [rule] = parseGuide(read(report).guide).rules;
    expect(rule!.references.map(({ label }) => label)).toEqual(['1.1.1', 'CM-1', 'AC-6']);
    expect(rule!.checkText).toBe('Condition: all\nf:/etc/x -> r:y');
  });

  it('is refused with a part of the checks, or those of two policies', () => {
    expect(() => read(wazuh([check(1, 'passed')], 200))).toThrow('it has 1 of 200 checks');
    expect(() => read(wazuh([check(1, 'passed'), check(2, 'passed', 'other')]))).toThrow('must be of one policy');
  });
});

const TRIVY = {
  ID: 'k8s-nsa-1.0',
  Title: 'NSA',
  Version: '1.0',
  Results: [
    {
      ID: '1.0',
      Name: 'Non-root',
      Severity: 'MEDIUM',
      Results: [{ Misconfigurations: [{ AVDID: 'A', Status: 'FAIL' }] }],
    },
    { ID: '1.1', Name: 'Fine', Severity: 'CRITICAL', Results: null },
    { ID: '1.2', Name: 'Passed', Severity: 'LOW', Results: [{ Misconfigurations: [{ AVDID: 'B', Status: 'PASS' }] }] },
    { ID: '1.3', Name: 'Look (Manual)', Severity: 'LOW', Results: null },
    { ID: '1.4', Name: 'Vulnerable', Severity: 'HIGH', Results: [{ Vulnerabilities: [{ VulnerabilityID: 'CVE' }] }] },
  ],
};

describe('a compliance report of Trivy', () => {
  it('has the same statuses in its whole form and its summary', () => {
    const expected = { '1.0': 'fail', '1.1': 'pass', '1.2': 'pass', '1.3': 'notchecked', '1.4': 'fail' };
    expect(outcomes(TRIVY)).toEqual(expected);
    const [a, b, c, d, e] = TRIVY.Results.map(({ ID, Name, Severity }) => ({ ID, Name, Severity }));
    const SummaryControls = [
      { ...a, TotalFail: 3 },
      { ...b, TotalFail: 0 },
      { ...c, TotalFail: 0 },
      d,
      { ...e, TotalFail: 1 },
    ];
    expect(outcomes({ ID: TRIVY.ID, Title: TRIVY.Title, SummaryControls })).toEqual(expected);
  });
});

const LYNIS = `# Lynis Report
report_version_major=1
lynis_version=3.1.1
os=Linux
report_datetime_end=2026-01-15 12:00:00
hardening_index=67
warning[]=PKGS-7392|Found vulnerable packages|-|-|
suggestion[]=SSH-7408|Consider hardening SSH|AllowTcpForwarding|-|
suggestion[]=SSH-7408|Consider hardening SSH|LogLevel|-|
tests_executed=AUTH-9229|SSH-7408|PKGS-7392|
tests_skipped=BOOT-5104|
`;

describe('a report of Lynis', () => {
  it('fails tests with warnings, and keeps those with suggestions apart', () => {
    expect(outcomes(LYNIS, 'lynis')).toEqual({
      'AUTH-9229': 'pass',
      'SSH-7408': 'informational',
      'PKGS-7392': 'fail',
      'BOOT-5104': 'notchecked',
      'other-findings': 'pass',
    });
    const more = LYNIS.replace('tests_exec', 'warning[]=LYNIS|Old|-|-|\nsuggestion[]=CUST-1|x|-|-|\ntests_exec');
    expect(outcomes(more, 'lynis')['other-findings']).toBe('fail');
    expect(read(LYNIS, 'lynis').result).toMatchObject({ score: 67, endTimeMs: Date.UTC(2026, 0, 15, 12) });
  });
});

describe('the guide of a report', () => {
  it.each([
    ['InSpec', HDF, JSON.stringify(HDF).replaceAll('"passed"', '"failed"')],
    ['kube-bench', KUBE_BENCH, JSON.stringify(KUBE_BENCH).replaceAll('PASS', 'FAIL')],
    ['Wazuh', wazuh([check(1, 'passed'), check(2, 'failed')]), wazuh([check(2, 'passed'), check(1, 'failed')])],
    ['Trivy', TRIVY, JSON.stringify(TRIVY).replaceAll('"FAIL"', '"PASS"')],
  ])('of %s does not depend on outcomes or order', (_name, report, other) => {
    expect(read(other).guide).toBe(read(report).guide);
  });

  it('of Lynis does not depend on outcomes or order', () => {
    expect(read(LYNIS.replace(/^(warning|suggestion).*\n/gm, ''), 'lynis').guide).toBe(
      read(LYNIS.replace('AUTH-9229|SSH-7408', 'SSH-7408|AUTH-9229'), 'lynis').guide,
    );
  });

  it('contains all rules of the result, whatever their ids and texts contain', () => {
    const hostile = ['<x/>', 'a b', '../../etc', 'ä\u0000\uD800', '&amp;', `'"`, 'x'.repeat(900)];
    const controls = hostile.map((id) => control(id, [one('passed')], { title: id, desc: `]]>${id}<!--` }));
    const { guide, result } = read({ profiles: [{ name: hostile.join(''), controls }] });
    const { refId, rules, profiles } = parseGuide(guide);
    expect(rules.map((rule) => rule.refId).toSorted()).toEqual([...result.ruleRefIds].toSorted());
    expect([refId, profiles[0]!.refId]).toEqual([result.benchmarkRefId, result.profileRefId]);
    expect(rules).toHaveLength(hostile.length);
  });

  it.each(['1\u0000', ' 1 ', '1\uD800', '\u0000', '1\r\n2', '<1>&'])(
    'has one version as guide and as result: %j',
    (version) => {
      const { guide, result } = read({ profiles: [{ name: 'p', version, controls: [control('a', [one('passed')])] }] });
      expect(parseGuide(guide).version).toBe(result.benchmarkVersion);
      expect(result.benchmarkVersion.isWellFormed()).toBe(true);
      expect(result.benchmarkVersion).not.toMatch(/\p{Cc}|^$/u);
    },
  );

  it('has one rule for ids that become one, with the worst outcome', () => {
    const start = 'y'.repeat(500);
    const report = {
      profiles: [
        { name: 'p', controls: [control(`${start}1`, [one('passed')]), control(`${start}2`, [one('failed')])] },
      ],
    };
    expect(Object.values(outcomes(report))).toEqual(['fail']);
    expect(parseGuide(read(report).guide).rules).toHaveLength(1);
  });
});

describe('a hostile report', () => {
  const many = { length: REPORT_LIMITS.rules + 1 };
  it.each([
    ['[1, 2', 'not well-formed JSON'],
    ['1234', 'not a report of'],
    ['{"a":1}', 'not a report of'],
    [{ profiles: [] }, 'no profile'],
    [{ profiles: ['x'] }, 'is not an object'],
    [{ profiles: [{ controls: {} }] }, 'is not a list'],
    [{ profiles: [{ controls: [] }] }, 'has no rules'],
    [{ profiles: [{ controls: [control('', [])] }] }, 'has no id'],
    [{ profiles: [{ controls: Array.from(many, (_, n) => control(`${n}`, [])) }] }, 'too complex'],
    [{ profiles: [{ controls: [control('a', [], { desc: 'x'.repeat(REPORT_LIMITS.text + 1) })] }] }, 'too complex'],
    [
      { profiles: [{ controls: [control('a', [], { tags: { cci: Array.from({ length: 501 }, () => 'c') } })] }] },
      'too complex',
    ],
    [{ Controls: [{ tests: [{ results: [{ test_number: '1', status: 'OK' }] }] }] }, 'unknown status of test 1'],
    [wazuh([check(1, 'maybe')]), 'unknown result of check 1'],
    [{ __proto__: null, ID: 'x', Results: [{ ID: 'constructor', Results: 'x' }] }, 'is not a list'],
  ])('is refused: %.60j', (report, reason) => {
    expect(() => read(report)).toThrow(reason);
  });

  it.each([
    ['lists', '[],'],
    ['objects', '{},'],
    ['levels', '['],
  ])('of millions of %s is refused before it is parsed, which would end the process', async (_of, part) => {
    const reader = new ReportReader('json');
    try {
      const chunk = Buffer.from(part.repeat(1024 * 1024));
      await reader.write(Buffer.from('['));
      for (let at = 0; at < 8; at++) await reader.write(chunk);
      await expect(reader.readResult()).rejects.toThrow('too complex');
    } finally {
      await reader.close();
    }
  });

  it('is refused when an id is too long, before it is converted', () => {
    const id = ' '.repeat(8 * 1024 * 1024);
    expect(() => read({ profiles: [{ controls: [control(id, [])] }] })).toThrow('too complex');
    expect(() =>
      read(wazuh([{ ...check(1, 'passed'), compliance: [{ key: 'cis', value: 'ab,'.repeat(1e6) }] }])),
    ).toThrow('too complex');
  });

  it.each([
    ['references', Array.from({ length: 500 }, (_none, n) => `AC-${n}`), ''],
    ['escaped characters', [], '<'.repeat(190_000)],
  ])('is refused as a guide when its %s would multiply the size of the guide', (_of, nist, desc) => {
    const controls = Array.from({ length: 600 }, (_none, n) => ({ ...control(`r${n}`, []), desc, tags: { nist } }));
    const report = { profiles: [{ controls: controls.slice(0, desc === '' ? 600 : 60) }] };
    expect(() => read(report).guide).toThrow('too complex');
    expect(read(report).result.ruleRefIds).not.toHaveLength(0);
  });

  it('takes linear time when it repeats one control', async () => {
    const keys = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`k${n}`, 0]));
    const repeated = Array.from({ length: 5_000 }, () => ({ id: 'a' }));
    const report = {
      profiles: [{ name: 'p', controls: [{ ...control('a', [one('passed')]), ...keys }, ...repeated] }],
    };
    expect(await measureProcessorTime(() => read(report))).toBeLessThan(10_000);
  });

  it('is refused when a time cannot be that of a scan', () => {
    const at = (start_time: string) => ({ profiles: [{ controls: [control('a', [one('passed', { start_time })])] }] });
    expect(() => read(at('-200000-01-01T00:00:00Z'))).toThrow('invalid time');
    expect(() => read(at('+200000-01-01T00:00:00Z'))).toThrow('invalid time');
    expect(read(at('soon')).result.endTimeMs).toBe(0);
  });

  it('is refused as that of Lynis', () => {
    expect(() => read('<xml/>', 'lynis')).toThrow('not a report of Lynis');
    expect(() => read('\n'.repeat(200_001), 'lynis')).toThrow('too complex');
    expect(() =>
      read(`lynis_version=1\ntests_executed=${Array.from(many, (_, n) => `T-${n}`).join('|')}`, 'lynis'),
    ).toThrow('too complex');
  });

  it('is refused when it is not UTF-8, or larger than a report may be', () => {
    const parser = new ReportParser('json');
    expect(() => parser.write(Buffer.from([0x7b, 0x22, 0x22, 0x3a, 0xff, 0x20]))).toThrow('UTF-8');
    const large = new ReportParser('json');
    const chunk = Buffer.alloc(8 * 1024 * 1024, 0x20);
    for (let bytes = 0; bytes < REPORT_LIMITS.decodedBytes; bytes += chunk.length) large.write(chunk);
    expect(() => large.write(chunk)).toThrow('too large');
  });

  it('names no outcome by a property of every object', () => {
    const report = { Controls: [{ tests: [{ results: [{ test_number: '1', status: 'constructor' }] }] }] };
    expect(() => read(report)).toThrow('unknown status of test 1');
    expect(() => read(wazuh([check(1, 'constructor')]))).toThrow('unknown result of check 1');
  });
});
