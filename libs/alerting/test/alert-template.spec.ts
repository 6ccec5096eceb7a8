import fc from 'fast-check';
import { parseTemplate, renderTemplate, type TemplateData } from '../src/alert-template';

const DATA = { labels: { instance: 'web-1.example.com:9100', job: 'node', 'odd name': 'x' }, value: 1234.5678 };

function rendered(text: string, data: TemplateData = DATA): string {
  const template = parseTemplate(text);
  if ('problem' in template) throw new Error(template.problem);
  return renderTemplate(template, data);
}

it.each([
  ['no placeholder', 'no placeholder'],
  ['{{ $labels.job }} on {{$labels.instance}}', 'node on web-1.example.com:9100'],
  ['{{ .Labels.job }}: {{ .Value }}', 'node: 1234.5678'],
  ['{{ $labels.missing }}.', '.'],
  ['{{ index $labels "odd name" }}', 'x'],
  ['{{ $labels }}', 'map[instance:web-1.example.com:9100 job:node odd name:x]'],
  ['{{ $value | humanize }}', '1.235k'],
  ['{{ humanize $value }}', '1.235k'],
  ['{{ $value | humanize1024 }}B', '1.206kiB'],
  ['{{ $value | humanizeDuration }}', '20m 34s'],
  ['{{ 0.1234 | humanizePercentage }}', '12.34%'],
  ['{{ 0.00234 | humanizeDuration }}', '2.34ms'],
  ['{{ 93784 | humanizeDuration }}', '1d 2h 3m 4s'],
  ['{{ 1700000000 | humanizeTimestamp }}', '2023-11-14 22:13:20 +0000 UTC'],
  ['{{ printf "%.2f %%" $value }}', '1234.57 %'],
  ['{{ $value | printf "%6.1f|" }}', '1234.6|'],
  ['{{ printf "%s is %d" $labels.job 3 }}', 'node is 3'],
  ['{{ $labels.instance | stripPort | toUpper }}', 'WEB-1.EXAMPLE.COM'],
  ['{{ $labels.instance | stripDomain }}', 'web-1:9100'],
  ['{{ $labels.job | title }}', 'Node'],
  ['a {{- /* a comment */ -}} b', 'ab'],
  ['{{ `raw {{` }}', 'raw {{'],
])('%s', (text, expected) => {
  expect(rendered(text)).toBe(expected);
});

it.each([
  ['{{ if gt $value 5.0 }}x{{ end }}', /no control structures/],
  ['{{ range query "up" }}{{ end }}', /no control structures/],
  ['{{ query "secret_metric" | first | value }}', /no queries/],
  ['{{ with $labels }}', /no control structures/],
  ['{{ template "x" }}', /no control structures/],
  ['{{ $labels.constructor.constructor "x" }}', /cannot read/],
  ['{{ constructor }}', /no function constructor/],
  ['{{ __proto__ }}', /cannot read/],
  ['{{ $value', /not closed/],
  ['{{ }}', /empty/],
  ['{{ printf }}', /arguments/],
  ['{{ humanize }}', /arguments/],
  ['{{ $value | $value }}', /no function/],
  ['{{ printf "%s" (humanize $value) }}', /cannot read/],
  ['{{ $value }}'.repeat(101), /more than 100 placeholders/],
  [`{{ $value ${'| humanize '.repeat(30)}}}`, /more than 20 functions/],
])('refuses %s', (text, problem) => {
  expect(parseTemplate(text)).toEqual({ problem: expect.stringMatching(problem) });
});

it('no label and no function of objects is reached by its name', () => {
  expect(rendered('{{ $labels.constructor }}{{ $labels.toString }}{{ $labels.__proto__ }}')).toBe('');
});

it('is at most 4,000 characters for any widths and labels', () => {
  const labels = { long: 'x'.repeat(3_000) };
  const text = rendered('{{ $labels.long }}'.repeat(100), { labels, value: 1 });
  expect(text).toHaveLength(4_000);
  expect(rendered('{{ printf "%999999999.999999999f" $value }}').length).toBeLessThan(100);
});

it('reports whether the value is shown', () => {
  expect(parseTemplate('{{ $value | humanize }}')).toMatchObject({ usesValue: true });
  expect(parseTemplate('{{ $labels.job }}')).toMatchObject({ usesValue: false });
});

it('reads or refuses any text, and writes no more than the limit', () => {
  const pieces = [
    '{{',
    '}}',
    '$labels',
    '.x',
    '$value',
    '|',
    'printf',
    'humanize',
    '"%9s"',
    '-',
    ' ',
    '\\',
    '"',
    '`',
    'index',
    '1e9',
  ];
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 40 }), (some) => {
      const template = parseTemplate(some.join(''));
      if (!('problem' in template)) expect(renderTemplate(template, DATA).length).toBeLessThanOrEqual(4_000);
    }),
  );
});
