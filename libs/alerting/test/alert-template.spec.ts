import fc from 'fast-check';
import { NeedsQuery, parseTemplate, renderTemplate, type TemplateData } from '../src/alert-template';

const DATA = { labels: { instance: 'web-1.example.com:9100', job: 'node', 'odd name': 'x' }, value: 1234.5678 };

const FOUND = [2, 1].map((at) => ({ labels: { id: `10${at}`, __value__: `val${3 - at}` }, value: at }));

function rendered(text: string, data: TemplateData = DATA): string {
  const template = parseTemplate(text);
  if ('problem' in template) throw new Error(template.problem);
  return renderTemplate(template, data, { results: (query) => (query === 'none' ? [] : FOUND) });
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

const SUITE =
  '{{ define "testtemplate" }}Args are: {{.arg0}} {{.arg1}} {{.arg2}}. {{ with query "x{for=\'template\'}" }}first_id:{{ . | sortByLabel "id" | first | label "id"}},{{ range $v := sortByLabel "id" .}}{{ . | label "id" }}:{{ . | value }},{{end}}{{end}}{{ end }}{{ template "testtemplate" (args "foo" "bar" 99) }}';

it.each([
  ['{{ if gt $value 1000.0 }}high{{ else }}low{{ end }}', 'high'],
  ['{{ if lt $value 1.0 }}a{{ else if eq $labels.job "node" }}b{{ else }}c{{ end }}', 'b'],
  ['{{ if and $labels.job (not $labels.missing) }}yes{{ end }}', 'yes'],
  ['{{ if or $labels.missing "" }}yes{{ else }}no{{ end }}', 'no'],
  ['{{ with $labels.job }}job {{ . }}{{ end }}{{ with $labels.none }}x{{ else }}, none{{ end }}', 'job node, none'],
  [
    '{{ range $name, $label := $labels }}{{ $name }}={{ $label | printf "%.4s" }};{{ end }}',
    'instance=web-;job=node;odd name=x;',
  ],
  ['{{ range 3 }}{{ . }}{{ end }}', '012'],
  [
    '{{ range $i := 5 }}{{ if eq $i 1 }}{{ continue }}{{ end }}{{ if eq $i 3 }}{{ break }}{{ end }}{{ $i }}{{ end }}',
    '02',
  ],
  ['{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}', '2'],
  ['{{ block "b" $labels }}{{ .job }}{{ end }}', 'node'],
  ['{{ printf "%s" (humanize $value) }}', '1.235k'],
  ['{{ (args "a" "b").arg1 }}', 'b'],
  ['{{ len $labels }} {{ len "abc" }}', '3 3'],
  ['{{ if match "[0-9]+" "1234" }}{{ reReplaceAll "r.*d" "replaced" "rpld text" }}{{ end }}', 'replaced text'],
  ['{{ reReplaceAll "(.*)-(.*)" "$2-$1" "a-b" }}', 'b-a'],
  ['{{ reReplaceAll "^([^:]+).*" "${1}" "web:9100" }}', 'web'],
  ['{{ reReplaceAll "(?P<host>.+):(.+)" "${host}_${2} $1_ $3${none}$$ $-" "web:1" }}', 'web_1  $ $-'],
  ['{{ reReplaceAll "a*" "x" "baac" }}', 'xbxcx'],
  ['{{ if match "[0-9]+$" "1234a" }}WRONG{{ end }}.', '.'],
  ['{{ parseDuration "2h10m15s" }}', '7815'],
  ['{{ externalURL }}{{ pathPrefix }}{{ graphLink "up" }}{{ $externalLabels.a }}{{ .ExternalURL }}', ''],
  ['{{ urlquery "a b&c" }} {{ html "<a>" }}', 'a+b%26c &lt;a&gt;'],
  ['{{ query "x" | first | strvalue }}', 'val1'],
  ['{{ (query "x" | first).Value }}', '2'],
  [SUITE, 'Args are: foo bar 99. first_id:101,101:1,102:2,'],
  ['{{ first (query "none") }}', '<error expanding template: first takes a list that is not empty>'],
  ['{{ $labels.job.length }}', '<error expanding template: node has no field length>'],
  ['{{ if gt $value "x" }}{{ end }}', '<error expanding template: only two numbers or two texts can be compared>'],
  ['{{ true }} {{ nil }}', 'true <no value>'],
])('%s', (text, expected) => {
  expect(rendered(text)).toBe(expected);
});

it.each([
  ['{{ with $labels }}', /end .* is missing/],
  ['{{ end }}', /end .* without a beginning/],
  ['{{ if true }}{{ else }}{{ else }}{{ end }}', /missing/],
  ['{{ template "x" }}', /"x" is not defined/],
  ['{{ break }}', /only possible in range/],
  ['{{ $x }}', /no variable \$x/],
  ['{{ if true }}{{ $x := 1 }}{{ end }}{{ $x }}', /no variable \$x/],
  ['{{ define "a" }}{{ $labels.job }}{{ end }}', /no variable \$labels/],
  ['{{ constructor }}', /no function constructor/],
  ['{{ __proto__ }}', /no function __proto__/],
  ['{{ call $labels }}', /no function call/],
  ['{{ $value', /not closed/],
  ['{{ }}', /empty/],
  ['{{ printf }}', /arguments/],
  ['{{ humanize }}', /arguments/],
  ['{{ $value | $value }}', /no function/],
  ['{{ ($value }}', /not closed/],
  ['{{ $value ) }}', /has no \(/],
  ['{{ 1 := 2 }}', /only a variable/],
  ['{{ $value }}'.repeat(101), /more than 100 placeholders/],
  [`{{ $value ${'| humanize '.repeat(30)}}}`, /more than 20 functions/],
  [`{{ ${'('.repeat(30)}1${')'.repeat(30)} }}`, /more than 20 nested/],
  ['{{ if true }}'.repeat(30) + '{{ end }}'.repeat(30), /more than 20 nested/],
])('refuses %s', (text, problem) => {
  expect(parseTemplate(text)).toEqual({ problem: expect.stringMatching(problem) });
});

it.each([
  ['loops in loops', '{{ range 5000 }}{{ range 5000 }}{{ end }}{{ end }}'],
  ['a huge number', '{{ range 1000000000 }}{{ end }}'],
  ['templates that call themselves', '{{ define "a" }}{{ template "a" }}{{ template "a" }}{{ end }}{{ template "a" }}'],
  ['a large pattern', `{{ range 90 }}{{ match "${'(?:a?){50}'.repeat(4)}" "${'a'.repeat(1_000)}" }}{{ end }}`],
])('stops rendering %s', (_what, text) => {
  expect(rendered(text)).toMatch(/too many steps|more than 20 templates/);
});

it('shares a limit of steps among renderings', () => {
  const template = parseTemplate('{{ range 5 }}x{{ end }}');
  if ('problem' in template) throw new Error(template.problem);
  const budget = { steps: 20 };
  expect(renderTemplate(template, DATA, { budget })).toBe('xxxxx');
  expect(renderTemplate(template, DATA, { budget })).toMatch(/too many steps/);
});

it('requests the result of a query once', () => {
  const template = parseTemplate('{{ query (printf "up{job=%q}" $labels.job) | first | value }}');
  if ('problem' in template) throw new Error(template.problem);
  expect(() => renderTemplate(template, DATA, { results: () => undefined })).toThrow(new NeedsQuery('up{job="node"}'));
  expect(template.usesQueries).toBe(true);
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
    'range',
    'if',
    'else',
    'end',
    'define',
    'template',
    '$x',
    ':=',
    '(',
    ')',
    '5',
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
