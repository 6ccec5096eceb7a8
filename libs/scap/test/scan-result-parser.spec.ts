import { measureProcessorTime } from '@wardstone/testing';
import { DocumentError } from '../src/documents/document-error';
import { DOCUMENT_LIMITS } from '../src/documents/document-limits';
import { RULE_OUTCOMES, type RuleOutcome, type ScanResult } from '../src/results/scan-result';
import { ScanResultParser, type ScanResultParserOptions } from '../src/results/scan-result-parser';
import { compressedResult, sampleResult } from './sample-results';
import { BENCHMARK, aScannedBenchmark, aTestResult, anArf } from './scan.builder';

const PREFIX = 'xccdf_org.ssgproject.content_';
/** 45 000 000 zeros in 50 bytes. */
const BOMB = Buffer.from('QlpoOTFBWSZTWckBtsgBWKtAIMAAEAAACCAAMMwFKaZSSFJsVJIUni7kinChIZIDbZA=', 'base64');

function parse(document: string | Uint8Array, options?: ScanResultParserOptions): ScanResult | undefined {
  const parser = new ScanResultParser(options);
  const bytes = typeof document === 'string' ? Buffer.from(document) : document;
  for (let at = 0; at < bytes.length; at += 100_000) parser.write(bytes.subarray(at, at + 100_000));
  return parser.end();
}

function getRefusal(document: string | Uint8Array, options?: ScanResultParserOptions): string {
  try {
    parse(document, options);
  } catch (error) {
    if (error instanceof DocumentError) return `${error.kind}: ${error.message}`;
    throw error;
  }
  throw new Error('the document was taken');
}

const getCount = ({ outcomes }: ScanResult, wanted: string): number =>
  outcomes.filter((outcome) => outcome === wanted).length;

describe('ScanResultParser', () => {
  it('reads a real ARF of 8 MB', () => {
    const result = parse(sampleResult('debian11-arf'))!;

    expect(result).toMatchObject({
      benchmarkRefId: `${PREFIX}benchmark_DEBIAN-11`,
      benchmarkVersion: '0.1.65',
      profileRefId: `${PREFIX}profile_standard`,
      startTimeMs: Date.parse('2026-11-21T12:29:26Z'),
      endTimeMs: Date.parse('2026-11-21T12:29:28Z'),
      score: 28.125,
      failedRuleCount: 21,
    });
    expect(result.ruleRefIds).toHaveLength(44);
    expect([getCount(result, 'pass'), getCount(result, 'fail')]).toEqual([23, 21]);
    expect(result.ruleRefIds).toContain(`${PREFIX}rule_sshd_disable_root_login`);
  });

  it('reads a real benchmark with its result, also compressed with bzip2', () => {
    const result = parse(sampleResult('firefox-xccdf'))!;

    expect(result).toMatchObject({
      benchmarkRefId: `${PREFIX}benchmark_FIREFOX`,
      benchmarkVersion: '0.1.65',
      profileRefId: `${PREFIX}profile_stig`,
      score: 3.125,
      failedRuleCount: 31,
    });
    expect([getCount(result, 'pass'), getCount(result, 'fail'), result.outcomes.length]).toEqual([1, 31, 32]);
    expect(parse(compressedResult('firefox-xccdf', 'bz2'), { isBzip2: true })).toEqual(result);
  });

  it('reads a bare test result, which names its benchmark', () => {
    expect(parse(aTestResult())).toEqual({
      benchmarkRefId: BENCHMARK,
      benchmarkVersion: '1.0',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      profileRefId: 'p1',
      startTimeMs: Date.parse('2026-01-10T07:59:00Z'),
      endTimeMs: Date.parse('2026-01-10T08:00:00Z'),
      score: 66.5,
      failedRuleCount: 1,
      passedRuleCount: 2,
      notApplicableRuleCount: 0,
      notCheckedRuleCount: 0,
      informationalRuleCount: 0,
      notSelectedRuleCount: 0,
      ruleRefIds: ['r1', 'r2', 'r3'],
      outcomes: ['pass', 'fail', 'pass'],
      undecidedRuleRefIds: [],
      undecidedOutcomes: [],
    });
  });

  it('uses the only benchmark before the test result', () => {
    const result = aTestResult({ benchmark: 'xccdf_other_benchmark_X', version: '2' });

    for (const document of [anArf([result]), aScannedBenchmark(result)]) {
      expect(parse(document)).toMatchObject({ benchmarkRefId: BENCHMARK, benchmarkVersion: '1.0' });
    }
    expect(parse(aScannedBenchmark(result, { version: '' }))).toMatchObject({ benchmarkVersion: '2' });
    expect(parse(anArf([result], ''))).toMatchObject({ benchmarkRefId: 'xccdf_other_benchmark_X' });
  });

  describe('of several benchmarks', () => {
    const OTHER = 'xccdf_org.test_benchmark_OTHER-8';
    const two = aScannedBenchmark('') + aScannedBenchmark('', { benchmark: OTHER, version: '2.0' });
    const named = (attributes: string, version = '1.0'): string =>
      aTestResult({ version }).replace(/<benchmark[^>]*>/, `<benchmark ${attributes}/>`);

    it('uses the one that the test result names, at any position', () => {
      const other = aTestResult({ benchmark: OTHER });

      expect(parse(anArf([other], two))).toMatchObject({ benchmarkRefId: OTHER, benchmarkVersion: '2.0' });
      expect(parse(anArf([aTestResult()], two))).toMatchObject({ benchmarkRefId: BENCHMARK, benchmarkVersion: '1.0' });
    });

    it('uses, of several versions, that of the test result', () => {
      const versions = ['1.0', '1.1', '1.2'].map((version) => aScannedBenchmark('', { version })).join('');

      for (const version of ['1.0', '1.1', '1.2']) {
        expect(parse(anArf([aTestResult({ version })], versions))?.benchmarkVersion).toBe(version);
      }
      expect(parse(anArf([aTestResult({ version: '' })], versions))?.benchmarkVersion).toBe('1.0');
    });

    it("uses the test result's reference where no benchmark matches it", () => {
      const elsewhere = aTestResult({ benchmark: 'xccdf_elsewhere_benchmark_X', version: '3' });

      expect(parse(anArf([elsewhere], two))).toMatchObject({
        benchmarkRefId: 'xccdf_elsewhere_benchmark_X',
        benchmarkVersion: '3',
      });
    });

    it('of several test results looks for that of the last one', () => {
      const results = [
        aTestResult({ benchmark: OTHER, endTime: '2026-01-10T09:00:00Z', profile: 'p2' }),
        aTestResult({ endTime: '2026-01-10T08:00:00Z' }),
      ];

      expect(parse(anArf(results, two))).toMatchObject({ benchmarkRefId: OTHER, profileRefId: 'p2' });
    });

    it('follows an address where there is no id', () => {
      const apart = aScannedBenchmark('', { benchmark: OTHER, version: '2.0' });
      const document = anArf([named('href="#c2"')]).replace(
        '</d:data-stream-collection>',
        `<d:component id="c2">${apart}</d:component></d:data-stream-collection>`,
      );

      expect(parse(document)).toMatchObject({ benchmarkRefId: OTHER, benchmarkVersion: '2.0' });
    });

    it('rejects a test result that does not name one', () => {
      const reason = 'invalid: the test result does not name its benchmark by an id';

      expect(getRefusal(anArf([named('href="file.xml"')], two))).toBe(reason);
      expect(getRefusal(aTestResult({ benchmark: '' }))).toBe(reason);
      expect(getRefusal(named('href="file.xml"'))).toBe(reason);
    });
  });

  it.each(['xsi', 'cdf', 'xccdf-1.2'])('recognises elements by their namespace, not by the prefix %s', (prefix) => {
    const document = aTestResult()
      .replace('xmlns=', `xmlns:${prefix}=`)
      .replace(/<(\/?)(?=[a-zA-Z])/g, `<$1${prefix}:`);

    expect(parse(document)?.ruleRefIds).toEqual(['r1', 'r2', 'r3']);
    expect(parse(document.replace('checklists.nist.gov', 'elsewhere'))).toBeUndefined();
  });

  it('reads results of XCCDF 1.1, whose benchmarks have names of any form', () => {
    const old = (document: string): string => document.replaceAll('xccdf/1.2', 'xccdf/1.1');
    const bare = aTestResult().replace(/<benchmark[^>]*>/, '<benchmark href="stig.xml"/>');

    expect(parse(old(aScannedBenchmark(bare, { benchmark: 'RHEL_8_STIG' })))).toMatchObject({
      benchmarkRefId: 'RHEL_8_STIG',
      benchmarkVersion: '1.0',
      outcomes: ['pass', 'fail', 'pass'],
    });
    expect(parse(old(aTestResult({ benchmark: 'RHEL_8_STIG' })))?.benchmarkRefId).toBe('RHEL_8_STIG');
    expect(parse(aTestResult({ benchmark: 'RHEL_8_STIG' }))).toBeUndefined();
    expect(getRefusal(aTestResult().replace('xccdf/1.2', 'xccdf/1.0'))).toBe(
      'invalid: XCCDF 1.0 is not read, only 1.1 and 1.2',
    );
  });

  it('takes the test result that ended last', () => {
    const results = ['10T08:00:00Z', '10T08:00:00-01:00', '10T08:30:00Z', ''].map((time, n) =>
      aTestResult({ endTime: time && `2026-01-${time}`, profile: `p${n}` }),
    );

    expect(parse(anArf(results))?.profileRefId).toBe('p1');
    expect(parse(aScannedBenchmark(results.join('')))?.profileRefId).toBe('p1');
    expect(parse(anArf(['<oval_results xmlns="urn:oval"/>', ...results]))?.profileRefId).toBe('p1');
  });

  it('reads a time without zone as UTC, and needs no start', () => {
    expect(parse(aTestResult({ endTime: '2026-01-10T08:00:00', startTime: '' }))).toMatchObject({
      endTimeMs: Date.parse('2026-01-10T08:00:00Z'),
      startTimeMs: null,
    });
  });

  it('separates evaluated from unevaluated rules, and counts each', () => {
    const result = parse(aTestResult({ rules: RULE_OUTCOMES.map((outcome, n) => [`r${n}`, outcome] as const) }))!;

    expect(result.ruleRefIds).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
    expect(result.outcomes).toEqual(RULE_OUTCOMES.slice(0, 5));
    expect(result.failedRuleCount).toBe(4);
    expect(result.undecidedRuleRefIds).toEqual(['r5', 'r6', 'r8']);
    expect(result.undecidedOutcomes).toEqual(['notapplicable', 'notchecked', 'informational']);
    expect(result).toMatchObject({ notCheckedRuleCount: 1, informationalRuleCount: 1, notSelectedRuleCount: 1 });
  });

  describe('of several results of one rule', () => {
    /** Stored outcome, and the numbers of failed, passed and not applicable rules. */
    const toOutcome = (...checks: RuleOutcome[]) => {
      const result = parse(aTestResult({ rules: checks.map((outcome) => ['r1', outcome] as const) }))!;
      const { failedRuleCount, passedRuleCount, notApplicableRuleCount } = result;
      expect(result.ruleRefIds).toHaveLength(result.outcomes.length);
      return [result.outcomes.join(), failedRuleCount, passedRuleCount, notApplicableRuleCount];
    };

    it.each<[RuleOutcome, RuleOutcome, string, number, number, number]>([
      ['pass', 'fail', 'fail', 1, 0, 0],
      ['error', 'fail', 'fail', 1, 0, 0],
      ['notapplicable', 'fail', 'fail', 1, 0, 0],
      ['pass', 'error', 'error', 1, 0, 0],
      ['unknown', 'error', 'error', 1, 0, 0],
      ['pass', 'unknown', 'unknown', 1, 0, 0],
      ['notchecked', 'unknown', 'unknown', 1, 0, 0],
      ['notchecked', 'fixed', 'fixed', 1, 0, 0],
      ['pass', 'fixed', 'fixed', 1, 0, 0],
      ['pass', 'notchecked', '', 0, 0, 0],
      ['pass', 'notapplicable', 'pass', 0, 1, 0],
      ['pass', 'informational', 'pass', 0, 1, 0],
      ['notapplicable', 'informational', '', 0, 0, 0],
      ['notapplicable', 'notapplicable', '', 0, 0, 1],
    ])('%s and %s are together %s, in any order', (one, other, ...expected) => {
      expect(toOutcome(one, other)).toEqual(expected);
      expect(toOutcome(other, one)).toEqual(expected);
      expect(toOutcome(one, other, one)).toEqual(expected);
    });

    it('keeps the position of the first', () => {
      const rules = [
        ['r1', 'pass'],
        ['r2', 'pass'],
        ['r1', 'fail'],
      ] as const;

      expect(parse(aTestResult({ rules }))).toMatchObject({ ruleRefIds: ['r1', 'r2'], outcomes: ['fail', 'pass'] });
    });

    it('accepts no document in which one of them is not a result', () => {
      const rules = [
        ['r1', 'fail'],
        ['r1', 'failed'],
        ['r1', 'fail'],
      ] as const;

      expect(parse(aTestResult({ rules }))).toBeUndefined();
    });
  });

  it('uses the first of several results of a rule', () => {
    const document = aTestResult({ rules: { r1: 'pass' } });
    const twice = document.replace('<result>pass</result>', '<result>pass</result><result>fail</result>');
    expect(parse(twice)).toMatchObject({ ruleRefIds: ['r1'], outcomes: ['pass'], failedRuleCount: 0 });
  });

  it.each([
    ['<score>12.5</score>', 12.5],
    ['<score maximum="50">12.5</score>', 25],
    ['<score maximum="100.000000"> 33.333333 </score>', 33.333333],
    ['<score system="urn:xccdf:scoring:flat" maximum="355">355</score>', 100],
    ['<score system="urn:flat" maximum="9">3</score><score system="urn:xccdf:scoring:default">7</score>', 7],
    ['<score system="urn:one">1</score><score system="urn:two">2</score>', 1],
    [`<score>${'0'.repeat(400)}</score>`, 0],
    ['<score>1</score>'.repeat(1_000), 1],
    ['', null],
  ])('reads the score of %s', (score, expected) => {
    expect(parse(aTestResult({ score }))?.score).toBe(expected);
  });

  it.each([
    ['another root', '<html/>'],
    ['a benchmark without result', aScannedBenchmark('')],
    ['an ARF without result', anArf(['<oval_results xmlns="urn:oval"/>'])],
    ['a result outside its place', `<x>${aTestResult()}</x>`],
    ['a benchmark of another name', aTestResult({ benchmark: 'xccdf_org.test_guide_TEST-8' })],
    ['no end time', aTestResult({ endTime: '' })],
    ['an end time that is none', aTestResult({ endTime: '2026-02-30T08:00:00Z' })],
    ['a result of a rule that is none', aTestResult({ rules: { r1: 'passed' } })],
    ['a rule without result', aTestResult().replace('<result>pass</result>', '')],
    ['a rule without name', aTestResult({ rules: { '': 'pass' } })],
    ['a score that is no number', aTestResult({ score: '<score>high</score>' })],
    ['a score of nothing', aTestResult({ score: '<score maximum="0">5</score>' })],
    ['an endless score', aTestResult({ score: '<score>1e999</score>' })],
    ['a score of 401 digits', aTestResult({ score: `<score>${'0'.repeat(401)}</score>` })],
  ])('does not treat %s as a result', (_name, document) => expect(parse(document)).toBeUndefined());

  it.each([
    ['a DOCTYPE', `<!DOCTYPE x>${aTestResult()}`, 'invalid: DOCTYPE is not allowed'],
    ['an unknown entity', aTestResult({ score: '&file;' }), /^invalid: not well-formed XML/],
    ['the end missing', aTestResult().slice(0, -5), /^invalid: not well-formed XML/],
    ['nothing', '', /^invalid: not well-formed XML/],
    ['200 000 levels', '<a>'.repeat(200_000), 'invalid: document is too complex'],
    ['an attribute of 20 MB', `<a b="${'x'.repeat(20_000_000)}"/>`, 'invalid: document is too complex'],
    [
      'more rules than any guide',
      aTestResult({ rules: Array.from({ length: 20_001 }, (_, n) => [`r${n}`, 'pass'] as const) }),
      'invalid: document is too complex',
    ],
    ['a thousand scores and one', aTestResult({ score: '<score>1</score>'.repeat(1_001) }), /too complex$/],
    ['a long name', aTestResult({ rules: { ['r'.repeat(513)]: 'pass' } }), 'invalid: document is too complex'],
    [
      'another encoding',
      `<?xml version="1.0" encoding="UTF-16"?>${aTestResult()}`,
      'invalid: encoding UTF-16 is not supported',
    ],
    ['mixed encodings', Buffer.from(aTestResult({ score: '\xe9' }), 'latin1'), /^invalid: not well-formed XML/],
  ])('refuses a document with %s', (_name, document, reason) => expect(getRefusal(document)).toMatch(reason));

  it('refuses wrongly compressed data, and bombs before they expand', async () => {
    const spentMs = await measureProcessorTime(() => {
      expect(getRefusal(aTestResult(), { isBzip2: true })).toBe('invalid: not a bzip2 stream');
      expect(getRefusal(compressedResult('firefox-xccdf', 'bz2').subarray(0, 9_000), { isBzip2: true })).toBe(
        'invalid: not a bzip2 stream',
      );
      // White space inside an element would be read up to the size limit; zero bytes are rejected immediately, since
      // they are not XML.
      expect(getRefusal(BOMB, { isBzip2: true })).toMatch(/^invalid: not well-formed XML/);
      expect(
        getRefusal(compressedResult('firefox-xccdf', 'bz2'), {
          isBzip2: true,
          limits: { ...DOCUMENT_LIMITS, gzipRatioFromBytes: 100_000, gzipRatio: 8 },
        }),
      ).toBe('too_large: Request body is too large');
    });
    expect(spentMs).toBeLessThan(15_000);
  });
});
