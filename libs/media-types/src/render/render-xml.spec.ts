import fc from 'fast-check';
import { DataPoint, Definition, Everything, Group, Notification, Tree, aDefinition } from '../../test/sample-records';
import { parseXml } from '../read/xml-tree';
import { LINKS, TEXTS, toListKind, one } from '../record/result-kind';
import { IntegerValue, StringValue } from '@wardstone/dto/monitoring';
import { renderXml } from './render-xml';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const TYPES = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xs="http://www.w3.org/2001/XMLSchema"';
const toBody = (xml: string): string => {
  expect(xml.startsWith(DECLARATION)).toBe(true);
  return xml.slice(DECLARATION.length);
};

describe('renderXml', () => {
  it('writes a record as the element of its name, links as attributes', () => {
    expect(toBody(renderXml(one(Definition), aDefinition({ created: 1700000000000 })))).toBe(
      '<definition><conditionMode>ANY</conditionMode><enabled>true</enabled><id>10021</id><name>disk full</name>' +
        '<created>1700000000000</created>' +
        '<links rel="resource" href="https://mon.example.test/rest/resource/10001"/></definition>',
    );
  });

  it('names the links of groups link and leaves null out', () => {
    const group = { name: 'all', resourceTypeId: null, links: [{ edit: { href: '/x' } }] };
    expect(toBody(renderXml(one(Group), group))).toBe(
      '<groupRest><name>all</name><link rel="edit" href="/x"/></groupRest>',
    );
  });

  it('writes value wrappers and data points as attributes', () => {
    expect(toBody(renderXml(one(StringValue), { value: 'NORMAL' }))).toBe('<value value="NORMAL"/>');
    expect(toBody(renderXml(one(IntegerValue), { value: 3 }))).toBe('<value value="3"/>');
    expect(toBody(renderXml(toListKind(DataPoint), [{ scheduleId: 1, timeStamp: 2, value: 'NaN' }]))).toBe(
      '<collection><numericDataPoint scheduleId="1" timeStamp="2" value="NaN"/></collection>',
    );
  });

  it('repeats the element of a list field without a wrapper, nested records under the name of the field', () => {
    const tree = {
      id: '1',
      children: [
        { id: '2', children: [] },
        { id: '3', children: [] },
      ],
    };
    expect(toBody(renderXml(one(Tree), tree))).toBe(
      '<resourceWithChildren><id>1</id><children><id>2</id></children><children><id>3</id></children></resourceWithChildren>',
    );
  });

  it('states the type of every value of a Map<String,Object>', () => {
    const config = { a: 'x', b: 5, c: 5_000_000_000, d: 0.5, e: true, f: null };
    expect(toBody(renderXml(one(Notification), { id: 1, senderName: 's', config }))).toBe(
      '<notification><id>1</id><senderName>s</senderName><config>' +
        `<entry><key>a</key><value ${TYPES} xsi:type="xs:string">x</value></entry>` +
        `<entry><key>b</key><value ${TYPES} xsi:type="xs:int">5</value></entry>` +
        `<entry><key>c</key><value ${TYPES} xsi:type="xs:long">5000000000</value></entry>` +
        `<entry><key>d</key><value ${TYPES} xsi:type="xs:double">0.5</value></entry>` +
        `<entry><key>e</key><value ${TYPES} xsi:type="xs:boolean">true</value></entry>` +
        '<entry><key>f</key></entry></config></notification>',
    );
  });

  it('writes the values of a Map<String,String> without type', () => {
    expect(renderXml(one(Everything), { textMap: { PlatformCount: '2' } })).toContain(
      '<textMap><entry><key>PlatformCount</key><value>2</value></entry></textMap>',
    );
  });

  it.each([
    ['links', LINKS, [{ self: { href: '.xml' } }], '<collection><link rel="self" href=".xml"/></collection>'],
    ['texts', TEXTS, ['a<b', ''], '<collection><value value="a&lt;b"/><value value=""/></collection>'],
    ['nothing', toListKind(Definition), [], '<collection/>'],
    [
      'a page',
      toListKind(Group),
      { items: [{ name: 'g', links: [] }], total: 9, window: {} },
      '<collection><groupRest><name>g</name></groupRest></collection>',
    ],
  ])('wraps a list of %s in a collection', (_name, kind, value, expected) => {
    expect(toBody(renderXml(kind, value))).toBe(expected);
  });

  it('escapes markup, keeps white space and drops what XML 1.0 cannot hold', () => {
    const name = 'a<b>&"c\'\r\n\t\u0000\u001b\ud800\ufffe😀';
    expect(renderXml(one(Group), { name, links: [] })).toContain('<name>a&lt;b&gt;&amp;"c\'&#13;\n\t😀</name>');
    expect(toBody(renderXml(one(StringValue), { value: name }))).toBe(
      '<value value="a&lt;b&gt;&amp;&quot;c\'&#13;&#10;&#9;😀"/>',
    );
  });

  it('is well-formed for any text', () => {
    const anyText = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(anyText, anyText, anyText, (name, key, value) => {
        const config = { [key]: value };
        const root = parseXml(renderXml(toListKind(Notification), [{ id: 1, senderName: name, config }]));
        expect(root.children).toHaveLength(1);
        parseXml(renderXml(TEXTS, [name, key, value]));
        parseXml(renderXml(LINKS, [{ [key]: { href: value } }]));
      }),
      { seed: 20251, numRuns: 500 },
    );
  });
});
