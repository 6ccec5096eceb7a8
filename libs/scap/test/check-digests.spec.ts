import { aBenchmark, aComponent, aDatastream, aRule } from './datastream.builder';
import { parseGuide } from './parsing';

const OVAL = 'xmlns="http://oval.mitre.org/XMLSchema/oval-definitions-5"';
const LINUX = 'xmlns="http://oval.mitre.org/XMLSchema/oval-definitions-5#linux"';

const definitions = ({
  value = '5',
  comment = 'c',
  version = '1',
  title = 't',
} = {}): string => `<oval_definitions ${OVAL}>
  <definitions><definition id="oval:x:def:1" version="${version}" class="compliance">
    <metadata><title>${title}</title></metadata>
    <criteria comment="${comment}"><criterion test_ref="oval:x:tst:1"/><extend_definition definition_ref="oval:x:def:2"/></criteria>
  </definition>
  <definition id="oval:x:def:2" version="1"><criteria><criterion test_ref="oval:x:tst:2"/></criteria></definition></definitions>
  <tests><rpm_test id="oval:x:tst:1" ${LINUX}><object object_ref="oval:x:obj:1"/><state state_ref="oval:x:ste:1"/></rpm_test>
    <rpm_test id="oval:x:tst:2" ${LINUX}><object object_ref="oval:x:obj:1"/></rpm_test></tests>
  <objects><rpm_object id="oval:x:obj:1" ${LINUX}><name>a</name></rpm_object></objects>
  <states><rpm_state id="oval:x:ste:1" ${LINUX}><evr operation="equals" var_ref="oval:x:var:1"/></rpm_state></states>
  <variables><constant_variable id="oval:x:var:1"><value>${value}</value></constant_variable></variables></oval_definitions>`;

const reference = (name: string): string =>
  `<x:check system="http://oval.mitre.org/XMLSchema/oval-definitions-5"><x:check-content-ref href="#oval" name="${name}"/></x:check>`;

function toDigest(oval: string, name = 'oval:x:def:1'): string | null {
  const benchmark = aComponent('c1', aBenchmark(aRule('r1', reference(name))));
  const [before, after] = [
    aDatastream(benchmark + aComponent('oval', oval)),
    aDatastream(aComponent('oval', oval) + benchmark),
  ];
  const digests = [before, after].map((document) => parseGuide(document).rules[0]!.checkSha256);
  expect(digests[0]).toBe(digests[1]);
  return digests[0]!;
}

describe('the digest of a check', () => {
  const digest = toDigest(definitions());

  it('changes when anything changes that the definition refers to', () => {
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(toDigest(definitions({ value: '6' }))).not.toBe(digest);
    expect(toDigest(definitions().replace('<name>a</name>', '<name>b</name>'))).not.toBe(digest);
    expect(toDigest(definitions().replace('operation="equals"', 'operation="not equal"'))).not.toBe(digest);
  });

  it('ignores comments, titles and version numbers', () => {
    expect(toDigest(definitions({ comment: 'other', version: '2', title: 'other' }))).toBe(digest);
  });

  it('is unknown when the document does not have the definition', () => {
    expect(toDigest(definitions(), 'oval:x:def:9')).toBeNull();
  });

  it('is that of the text if a person checks', () => {
    const check = (text: string): string | null =>
      parseGuide(aBenchmark(aRule('r1', `<x:check system="C"><x:check-content>${text}</x:check-content></x:check>`)))
        .rules[0]!.checkSha256;

    expect(check('look')).toBe(check('look'));
    expect(check('look')).not.toBe(check('watch'));
  });

  it('of definitions that refer to each other ends', () => {
    const circle = definitions().replace(
      '<criterion test_ref="oval:x:tst:2"/>',
      '<extend_definition definition_ref="oval:x:def:1"/>',
    );

    expect(toDigest(circle)).toMatch(/^[0-9a-f]{64}$/);
  });
});
