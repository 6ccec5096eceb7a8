import { findNamedFiles, toLiteralPath } from '../src/guides/named-files';
import { aBenchmark, aComponent, aDatastream, aRule } from './datastream.builder';
import { parseGuide } from './parsing';

const OVAL = 'http://oval.mitre.org/XMLSchema/oval-definitions-5';
const FILES = `xmlns="${OVAL}#independent"`;

const oval = (object: string): string => `<oval_definitions xmlns="${OVAL}">
  <definitions><definition id="oval:x:def:1" class="compliance">
    <metadata><title>of /etc/title</title></metadata>
    <criteria><extend_definition definition_ref="oval:x:def:2"/></criteria></definition>
    <definition id="oval:x:def:2"><criteria><criterion test_ref="oval:x:tst:1"/></criteria></definition></definitions>
  <tests><textfilecontent54_test id="oval:x:tst:1" ${FILES}><object object_ref="oval:x:obj:1"/></textfilecontent54_test></tests>
  <objects><textfilecontent54_object id="oval:x:obj:1" ${FILES}>${object}</textfilecontent54_object></objects>
</oval_definitions>`;

const namesIn = (rule: string, object = ''): string[] => {
  const check = `<x:check system="${OVAL}"><x:check-content-ref href="#oval" name="oval:x:def:1"/></x:check>`;
  const benchmark = aComponent('c1', aBenchmark(aRule('r1', rule + check)));
  return parseGuide(aDatastream(benchmark + aComponent('oval', oval(object)))).rules[0]!.namedFiles;
};

describe('the files of a rule', () => {
  it.each([
    ['<filepath>/etc/passwd</filepath>', ['/etc/passwd']],
    ['<filepath operation="pattern match">^/etc/ssh/sshd_config$</filepath>', ['/etc/ssh/sshd_config']],
    ['<path>/etc/ssh</path><filename>sshd_config</filename>', ['/etc/ssh/sshd_config']],
    ['<path>/etc/</path><filename operation="pattern match">^login\\.defs$</filename>', ['/etc/login.defs']],
    ['<path>/etc/ssh/sshd_config.d</path><filename operation="pattern match">^.*\\.conf$</filename>', []],
    ['<path>/etc</path><filename/>', []],
    ['<filepath operation="not equal">/etc/passwd</filepath>', []],
    ['<filepath>/etc/a file</filepath>', []],
    ['<pattern>/etc/pattern</pattern>', []],
    ['<set><filepath>/etc/of-a-set</filepath></set>', []],
  ])('are those that its check reads: %s', (object, files) => {
    expect(namesIn('', object)).toEqual(files);
  });

  it('are those in its texts and fixes', () => {
    const rule =
      '<x:title>Protect /etc/shadow</x:title><x:description>See <html:tt>/etc/ssh/sshd_config</html:tt>.</x:description>' +
      '<x:rationale>Unlike /etc/rationale</x:rationale><x:fixtext>Edit "/etc/login.defs".</x:fixtext>' +
      '<x:fix system="urn:xccdf:fix:script:sh">chmod 0 /etc/gshadow</x:fix>';
    expect(namesIn(rule)).toEqual(['/etc/shadow', '/etc/ssh/sshd_config', '/etc/login.defs', '/etc/gshadow']);
  });

  it.each([
    ['Set it in /etc/ssh/sshd_config.', ['/etc/ssh/sshd_config']],
    ["path='/etc/a-b+c@d' >/etc/e\n(/etc/f),/etc/g;`/etc/h`", ['/etc/a-b+c@d', '/etc/e', '/etc/f', '/etc/g', '/etc/h']],
    ['/etc/a /etc/a', ['/etc/a']],
    ['https://example.com/etc/a and //etc/a, file:///etc/a, ../etc/a, ~/etc/a, $HOME/etc/a, ${X}/etc/a', []],
    ['either/or, 1/2/3, /etc, /etc/ssh/, /etc/sshd.d/*.conf, /etc/$NAME, /etc/a{b,c}', []],
    ['/etc/naïve and /etc/a/ï', []],
  ])('are absolute paths: %s', (text, files) => {
    expect(findNamedFiles([text])).toEqual(files);
  });

  it('are limited in number and length, and found in linear time', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `/etc/${n}`).join(' ');
    expect(findNamedFiles([many])).toHaveLength(100);
    expect(findNamedFiles([`/etc/${'x'.repeat(1_000)}`])).toEqual([]);
    expect(findNamedFiles([`${'/a'.repeat(200_000)}*`])).toEqual([]);
    expect(findNamedFiles([`/etc/a${'.'.repeat(200_000)}*`])).toEqual(['/etc/a']);
  });

  it.each([
    ['^/etc/fstab$', 'pattern match', '/etc/fstab'],
    ['^/etc/(passwd|group)$', 'pattern match', undefined],
    ['/etc/passwd', 'case insensitive equals', undefined],
  ])('are not patterns that match several: %s', (text, operation, path) => {
    expect(toLiteralPath(text, operation)).toBe(path);
  });
});
