import { measureProcessorTime } from '@wardstone/testing';
import fc from 'fast-check';
import { DataPoint, Definition, Everything, Notification } from '../../test/sample-records';
import { renderXml } from '../render/render-xml';
import { withoutForbidden } from '@wardstone/markup';
import type { MapValue } from '@wardstone/dto';
import { toListKind, one } from '../record/result-kind';
import { readXmlRecord, readXmlRecords } from './read-xml-record';
import { XmlBodyError } from './xml-tree';

const SEED = { seed: 20252, numRuns: 300 };

const anyText = fc.string({ unit: 'binary' }).map(withoutForbidden);
const anyInteger = fc.maxSafeInteger();
const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const anyLink = fc.tuple(anyText, anyText).map(([rel, href]) => ({ [rel]: { href } }));
const anyMapOf = <V>(value: fc.Arbitrary<V>): fc.Arbitrary<Record<string, V>> =>
  fc.array(fc.tuple(anyText, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
const { value: anyMapValue } = fc.letrec<{ value: MapValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyText,
    anyInteger,
    finite,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    anyMapOf(tie('value')),
  ),
}));
const anyNotification = fc.record({ id: anyInteger, senderName: anyText, config: anyMapOf(anyMapValue) });
const anything: fc.Arbitrary<Everything> = fc.record({
  label: anyText,
  text: fc.option(anyText),
  integer: anyInteger,
  double: fc.oneof(finite, fc.constant('NaN' as const)),
  flag: fc.boolean(),
  time: fc.nat(),
  texts: fc.array(anyText),
  integers: fc.array(anyInteger),
  textMap: anyMapOf(anyText),
  objectMap: anyMapOf(anyMapValue),
  link: anyLink,
  links: fc.array(anyLink),
  record: anyNotification,
  records: fc.array(anyNotification),
});

/** Values that XML cannot distinguish from absent ones: null, and empty lists. */
function withoutAbsent(record: object): object {
  return Object.fromEntries(
    Object.entries(record).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

describe('readXmlRecord', () => {
  it('reads what was rendered', () => {
    fc.assert(
      fc.property(anything, (record) => {
        expect(readXmlRecord(renderXml(one(Everything), record), Everything)).toEqual(withoutAbsent(record));
      }),
      SEED,
    );
  });

  it('reads the collections that were rendered', () => {
    fc.assert(
      fc.property(fc.array(anyNotification), (list) => {
        expect(readXmlRecords(renderXml(toListKind(Notification), list), Notification)).toEqual(list);
      }),
      SEED,
    );
  });

  it('ignores unknown elements and attributes, comments, and namespaces of the elements', () => {
    const body =
      '<n:definition xmlns:n="urn:x" extra="1"><!-- c --><n:id>7</n:id><unknown><id>9</id></unknown></n:definition>';
    expect(readXmlRecord(body, Definition)).toEqual({ id: 7 });
  });

  it('reads values without a type as text and accepts any prefix for the type', () => {
    const body =
      '<notification><config><entry><key>a</key><value>5</value></entry><entry><key>b</key>' +
      '<value xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="int">5</value></entry></config></notification>';
    expect(readXmlRecord(body, Notification)).toEqual({ config: { a: '5', b: 5 } });
  });

  it("keeps JavaScript's special names as plain data", () => {
    const config = JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>;
    const read = readXmlRecord(renderXml(one(Notification), { id: 1, senderName: '', config }), Notification);
    expect(Object.entries(read.config ?? {})).toEqual(Object.entries(config));
  });

  it('leaves invalid text of a field to the check of the record', () => {
    const body = '<definition><id>seven</id><enabled>yes</enabled><created> 12 </created></definition>';
    expect(readXmlRecord(body, Definition)).toEqual({ id: 'seven', enabled: 'yes', created: 12 });
    expect(readXmlRecord('<numericDataPoint value="Infinity"/>', DataPoint)).toEqual({ value: 'Infinity' });
  });

  it.each([
    ['no XML', '{"id":1}', /cannot be parsed/],
    ['an empty body', '', /cannot be parsed/],
    ['an element that is not closed', '<definition><id>1</id>', /cannot be parsed/],
    ['a second root', '<definition/><definition/>', /cannot be parsed/],
    ['an undeclared prefix', '<definition><x:id/></definition>', /cannot be parsed/],
    ['the wrong element', '<group/>', /must be a definition element, not group/],
    ['a list in place of a record', '<collection/>', /must be a definition element/],
    ['a document type', '<!DOCTYPE definition SYSTEM "file:///etc/passwd"><definition/>', /document type/],
    [
      'an entity',
      '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><definition><name>&b;</name></definition>',
      /document type/,
    ],
    ['an undeclared entity', '<definition><name>&b;</name></definition>', /cannot be parsed/],
    ['too many levels', `${'<definition>'.repeat(65)}${'</definition>'.repeat(65)}`, /nested deeper than 64/],
  ])('refuses %s', (_name, body, message) => {
    expect(() => readXmlRecord(body, Definition)).toThrow(XmlBodyError);
    expect(() => readXmlRecord(body, Definition)).toThrow(message);
  });

  it('refuses a typed value of another type, and an entry without a key', () => {
    const typed =
      '<notification><config><entry><key>a</key><value xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
      'xsi:type="xs:int">five</value></entry></config></notification>';
    expect(() => readXmlRecord(typed, Notification)).toThrow('"five" is not of type int');
    const keyless = '<notification><config><entry><value>1</value></entry></config></notification>';
    expect(() => readXmlRecord(keyless, Notification)).toThrow('An entry of config has no key');
  });

  it('refuses a million nested elements at once', async () => {
    const spentMs = await measureProcessorTime(() =>
      expect(() => readXmlRecord('<definition>'.repeat(1_000_000), Definition)).toThrow(/nested deeper/),
    );
    expect(spentMs).toBeLessThan(15_000);
  });
});
