const XCCDF = 'http://checklists.nist.gov/xccdf/1.2';
export const BENCHMARK = 'xccdf_org.test_benchmark_TEST-8';
export const PROFILE = 'p1';

export interface ScanShape {
  benchmark?: string;
  version?: string;
  profile?: string;
  startTime?: string;
  endTime?: string;
  /** Elements inside the test result, in the place of the score. */
  score?: string;
  /** Rule -> result. */
  rules?: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
}

const attribute = (name: string, value: string): string => (value === '' ? '' : ` ${name}="${value}"`);

/** A bare test result of three rules, one failed; empty texts omit a part. */
export function aTestResult({
  benchmark = BENCHMARK,
  version = '1.0',
  profile = PROFILE,
  startTime = '2026-01-10T07:59:00Z',
  endTime = '2026-01-10T08:00:00Z',
  score = '<score system="urn:xccdf:scoring:default" maximum="100">66.5</score>',
  rules = { r1: 'pass', r2: 'fail', r3: 'pass' },
}: ScanShape = {}): string {
  const results = Array.isArray(rules) ? (rules as readonly (readonly [string, string])[]) : Object.entries(rules);
  return (
    `<TestResult xmlns="${XCCDF}" id="t"${attribute('start-time', startTime)}${attribute('end-time', endTime)}` +
    `${attribute('version', version)}><title>x</title>` +
    (benchmark === '' ? '' : `<benchmark href="x" id="${benchmark}"/>`) +
    (profile === '' ? '' : `<profile idref="${profile}"/>`) +
    `<target>host</target><set-value idref="v1">x</set-value>` +
    results.map(([rule, result]) => `<rule-result idref="${rule}"><result>${result}</result></rule-result>`).join('') +
    `${score}</TestResult>`
  );
}

/** A benchmark with the test results inside, as `oscap --results` writes it. */
export const aScannedBenchmark = (
  content: string,
  { benchmark = BENCHMARK, version = '1.0' }: ScanShape = {},
): string =>
  `<b:Benchmark xmlns:b="${XCCDF}" id="${benchmark}"><b:title>x</b:title>` +
  `${version === '' ? '' : `<b:version>${version}</b:version>`}<b:Rule id="r1"/>${content}</b:Benchmark>`;

/** An ARF with the scanned benchmark and one report per content, as `oscap --results-arf` writes it. */
export const anArf = (contents: readonly string[], benchmark = aScannedBenchmark('')): string =>
  `<a:asset-report-collection xmlns:a="http://scap.nist.gov/schema/asset-reporting-format/1.1"><a:report-requests>` +
  `<a:report-request id="q"><a:content><d:data-stream-collection xmlns:d="http://scap.nist.gov/schema/scap/source/1.2">` +
  `<d:component id="c">${benchmark}</d:component></d:data-stream-collection></a:content></a:report-request>` +
  `</a:report-requests><a:assets/><a:reports>` +
  contents.map((content, n) => `<a:report id="report${n}"><a:content>${content}</a:content></a:report>`).join('') +
  `</a:reports></a:asset-report-collection>`;
