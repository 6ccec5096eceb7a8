import fc from 'fast-check';
import { type ExpositionFormat, parseExposition } from '../src/exposition/parse-exposition';

const toSamples = (text: string, format: ExpositionFormat = 'openmetrics') =>
  parseExposition(text, format).samples.map(({ name, labels, value, timeMs }) => [
    name,
    Object.fromEntries(labels),
    value,
    timeMs,
  ]);
const getRefusal = (text: string, format: ExpositionFormat, most?: number): string => {
  try {
    parseExposition(text, format, most);
  } catch (error) {
    return (error as Error).message;
  }
  return 'taken';
};

describe('the text format 0.0.4', () => {
  it('is read with comments, blanks, escapes, times and special numbers', () => {
    const text = `# HELP http_requests_total The total number of HTTP requests.
# TYPE http_requests_total counter
http_requests_total{method="post",code="200"} 1027 1395066363000
http_requests_total{method="post",code="400"}    3 1395066363000

# Escaping in label values:
msdos_file_access_time_seconds{path="C:\\\\DIR\\\\FILE.TXT",error="Cannot find file:\\n\\"FILE.TXT\\""} 1.458255915e9

# Minimalistic line:
metric_without_timestamp_and_labels 12.47

# A weird metric from before the epoch:
something_weird{problem="division by zero"} +Inf -3982045

\trpc { le = "0.5" , } 2.5e-3\t
not_a_number NaN`;
    expect(toSamples(text, 'text')).toEqual([
      ['http_requests_total', { method: 'post', code: '200' }, 1027, 1_395_066_363_000],
      ['http_requests_total', { method: 'post', code: '400' }, 3, 1_395_066_363_000],
      [
        'msdos_file_access_time_seconds',
        { path: 'C:\\DIR\\FILE.TXT', error: 'Cannot find file:\n"FILE.TXT"' },
        1.458255915e9,
        undefined,
      ],
      ['metric_without_timestamp_and_labels', {}, 12.47, undefined],
      ['something_weird', { problem: 'division by zero' }, Infinity, -3_982_045],
      ['rpc', { le: '0.5' }, 0.0025, undefined],
      ['not_a_number', {}, NaN, undefined],
    ]);
    expect(parseExposition(text, 'text').families.get('http_requests_total')).toEqual({
      type: 'counter',
      help: 'The total number of HTTP requests.',
    });
  });

  it.each([
    ['a', 'line 1: a value expected at column 2'],
    ['a 1\nb', 'line 2: a value expected at column 2'],
    ['a one', 'line 1: "one" is no number'],
    ['a 0x10', 'line 1: "0x10" is no number'],
    ['a 1_000', 'line 1: "1_000" is no number'],
    ['a 1 2.5', 'line 1: "2.5" is no time in ms'],
    ['a 1 2 3', 'line 1: end of line expected at column 7'],
    ['1a 1', 'line 1: the name of a metric expected at column 1'],
    ['a{b="c" 1', 'line 1: "," expected at column 9'],
    ['a{b=c} 1', 'line 1: the value of a label expected at column 5'],
    ['a{b="c} 1', 'line 1: the value of a label expected at column 5'],
    ['a{b="c",b="d"} 1', 'line 1: two labels "b"'],
    ['a{:="c"} 1', 'line 1: the name of a label expected at column 3'],
    ['# TYPE a number', 'line 1: unknown type "number"'],
    ['# HELP 1a text', 'line 1: the name of a metric expected at column 8'],
    ['<html>', 'line 1: the name of a metric expected at column 1'],
  ])('refuses %j: %s', (text, reason) => {
    expect(getRefusal(text, 'text')).toBe(reason);
  });

  it('has a limit of samples', () => {
    expect([getRefusal('a 1\nb 1\n', 'text', 2), getRefusal('a 1\nb 1\nc 1\n', 'text', 2)]).toEqual([
      'taken',
      'line 3: more than 2 samples',
    ]);
  });
});

describe('OpenMetrics 1.0', () => {
  it('may have exemplars whose labels have 128 characters together', () => {
    const text = `# TYPE a counter\na_total 1 # {a="${'x'.repeat(127)}"} 1\n# EOF`;
    expect(parseExposition(text, 'openmetrics').samples).toMatchObject([{ name: 'a_total', value: 1 }]);
  });

  it('is read with metadata, exemplars and times in seconds', () => {
    const text = `# TYPE foo_seconds histogram
# UNIT foo_seconds seconds
# HELP foo_seconds Some text and \\n some \\" escaping
foo_seconds_bucket{le="0.01"} 0
foo_seconds_bucket{le="0.1"} 8 # {} 0.054
foo_seconds_bucket{le="1"} 11 # {trace_id="KOO5S4vxi0o"} 0.67
foo_seconds_bucket{le="10"} 17 # {trace_id="oHg5SJYRHA0"} 9.8 1520879607.789
foo_seconds_bucket{le="+Inf"} 17 1520879607.789
foo_seconds_count 17
foo_seconds_sum 324789.3
# TYPE foo counter
foo_total 17.0 1520879607.789
foo_created 1520430000.123
# TYPE state stateset
state{entity="controller",state="a"} 1.0
# TYPE build info
build_info{version="8.2.7"} 1
# TYPE pause summary
pause{quantile="0.99"} 150.0
pause_count 2
without_metadata{path="# {} 1"} -inf
# EOF`;
    expect(toSamples(text)).toEqual([
      ['foo_seconds_bucket', { le: '0.01' }, 0, undefined],
      ['foo_seconds_bucket', { le: '0.1' }, 8, undefined],
      ['foo_seconds_bucket', { le: '1' }, 11, undefined],
      ['foo_seconds_bucket', { le: '10' }, 17, undefined],
      ['foo_seconds_bucket', { le: '+Inf' }, 17, 1_520_879_607_789],
      ['foo_seconds_count', {}, 17, undefined],
      ['foo_seconds_sum', {}, 324789.3, undefined],
      ['foo_total', {}, 17, 1_520_879_607_789],
      ['foo_created', {}, 1520430000.123, undefined],
      ['state', { entity: 'controller', state: 'a' }, 1, undefined],
      ['build_info', { version: '8.2.7' }, 1, undefined],
      ['pause', { quantile: '0.99' }, 150, undefined],
      ['pause_count', {}, 2, undefined],
      ['without_metadata', { path: '# {} 1' }, -Infinity, undefined],
    ]);
    expect(parseExposition(text, 'openmetrics').families.get('foo_seconds')).toEqual({
      type: 'histogram',
      unit: 'seconds',
      help: 'Some text and \n some " escaping',
    });
  });

  it.each([
    ['a 1', 'line 1: no "# EOF" at the end'],
    ['', 'line 0: no "# EOF" at the end'],
    ['# EOF\na 1', 'line 2: text behind "# EOF"'],
    ['\n# EOF', 'line 1: the name of a metric expected at column 1'],
    ['a 1\r\n# EOF', 'line 1: "1\r" is no number'],
    ['a  1\n# EOF', 'line 1: a value expected at column 3'],
    ['a{b="c",} 1\n# EOF', 'line 1: the name of a label expected'],
    ['# a comment\n# EOF', 'line 1: "# a comment" is neither metadata nor "# EOF"'],
    ['# TYPE a untyped\n# EOF', 'line 1: unknown type "untyped"'],
    ['# TYPE a gauge\n# TYPE a gauge\n# EOF', 'line 2: a second TYPE of a'],
    ['a 1\n# TYPE a gauge\n# EOF', 'line 2: metadata behind the samples of a'],
    ['# UNIT a seconds\n# EOF', 'line 1: a does not end in its unit "seconds"'],
    ['# TYPE a counter\na 1\n# EOF', 'line 2: a comes again behind others'],
    ['a 1\nb 1\na 2\n# EOF', 'line 3: a comes again behind others'],
    ['# TYPE a gauge\na 1 # {} 1\n# EOF', 'line 2: an exemplar where gauge has none'],
    ['# TYPE a counter\na_total 1 # 1\n# EOF', 'line 2: an exemplar without labels'],
    [`# TYPE a counter\na_total 1 # {a="${'x'.repeat(128)}"} 1\n# EOF`, 'line 2: labels of an exemplar are too long'],
    ['a 1 nan\n# EOF', 'line 1: a time that is not finite'],
  ])('refuses %j: %s', (text, reason) => {
    expect(getRefusal(text, 'openmetrics')).toBe(reason);
  });
});

describe('any exposition', () => {
  const escaped = (text: string): string => text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n');
  const label = fc.tuple(
    fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_]{0,8}$/),
    fc.string({ unit: 'binary', maxLength: 20 }),
  );
  const sample = fc.record({
    name: fc.stringMatching(/^[a-zA-Z_:][a-zA-Z0-9_:]{0,8}$/),
    labels: fc.uniqueArray(label, { selector: ([name]) => name, maxLength: 4 }),
    value: fc.double(),
    timeMs: fc.option(fc.integer({ min: 0, max: 4e12 }), { nil: undefined }),
  });
  const numberText = (value: number): string => String(value).replace('Infinity', 'Inf');

  it.each(['text', 'openmetrics'] as const)('as %s keeps names, labels, values and times', (format) => {
    fc.assert(
      fc.property(fc.uniqueArray(sample, { selector: ({ name }) => name, maxLength: 20 }), (samples) => {
        const isText = format === 'text';
        const lines = samples.map(({ name, labels, value, timeMs }) => {
          const inner = labels.map(([key, text]) => `${key}="${escaped(text)}"`).join(',');
          const time = timeMs === undefined ? '' : ` ${isText ? timeMs : timeMs / 1000}`;
          return `${name}{${inner}} ${numberText(value)}${time}\n`;
        });
        const text = lines.join('') + (isText ? '' : '# EOF\n');
        expect(parseExposition(text, format).samples).toEqual(
          samples.map((each) => ({ ...each, value: Object.is(each.value, -0) ? 0 : each.value })),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('that is damaged is parsed or rejected', () => {
    const piece = fc.constantFrom(
      '# TYPE a counter\n',
      '# EOF',
      'a',
      '{',
      '}',
      'b="',
      '"',
      '\\',
      ',',
      ' ',
      '\n',
      '1',
      '#',
      '=',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.boolean(), (pieces, isText) => {
        const outcome = getRefusal(pieces.join(''), isText ? 'text' : 'openmetrics');
        expect(outcome).toMatch(/^(taken|line \d+: .+)/s);
      }),
      { numRuns: 1000 },
    );
  });

  it('is read in linear time', () => {
    const hostile = `a{b="${'\\"'.repeat(2_000_000)}`;
    expect(getRefusal(hostile, 'text')).toBe('line 1: the value of a label expected at column 5');
    expect(getRefusal(`# HELP a${' '.repeat(4_000_000)}x\n`, 'text')).toBe('taken');
  });
});
