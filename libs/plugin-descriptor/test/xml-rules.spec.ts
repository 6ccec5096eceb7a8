import { measureProcessorTime } from '@wardstone/testing';
import { readDescriptor } from '../src/read-descriptor';
import { aDescriptor, bytes, read, getRefusal, resolve } from './descriptor.builder';

const refusal = (document: string): string => getRefusal(() => readDescriptor(bytes(document)));

/** A document in UTF-16, with or without a mark. */
const utf16 = (text: string, order: 'le' | 'be', mark: boolean): Buffer => {
  const encoded = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
  return order === 'le' ? encoded : encoded.swap16();
};

describe('encodings of a descriptor', () => {
  const document = (encoding: string): string =>
    `<?xml version="1.0" encoding="${encoding}"?><plugin xmlns="urn:xmlns:rhq-plugin" name="Größe"/>`;

  it.each([
    ['UTF-8 without a declaration', Buffer.from('<plugin xmlns="urn:xmlns:rhq-plugin" name="Größe"/>')],
    ['UTF-8', Buffer.from(document('UTF-8'))],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${document('UTF-8')}`)],
    ['Latin 1', Buffer.from(document('ISO-8859-1'), 'latin1')],
    ['Latin 1, declared in apostrophes', Buffer.from(document('X').replace('"X"', "'iso-8859-1'"), 'latin1')],
    ['UTF-16 with a mark, little end first', utf16(document('UTF-16'), 'le', true)],
    ['UTF-16 with a mark, big end first', utf16(document('UTF-16'), 'be', true)],
    ['UTF-16LE without a mark', utf16(document('UTF-16LE'), 'le', false)],
    ['UTF-16BE without a mark', utf16(document('UTF-16BE'), 'be', false)],
  ])('may be %s', (_, xml) => {
    expect(readDescriptor(xml).name).toBe('Größe');
  });

  it.each([
    ['unknown', Buffer.from(document('EBCDIC-17')), 'The encoding EBCDIC-17 is not supported'],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), 'The encoding UTF-32 is not supported'],
    [
      'not the declared one',
      Buffer.from(document('UTF-8'), 'latin1'),
      'The descriptor contains bytes that are not valid UTF-8',
    ],
    [
      'declared wide and written narrow',
      Buffer.from(document('UTF-16')),
      'The descriptor is not in its declared encoding UTF-16',
    ],
  ])('are refused when %s', (_, xml, message) => {
    expect(getRefusal(() => readDescriptor(xml))).toBe(message);
  });
});

describe('the document', () => {
  it.each([
    ['an element that is not closed', aDescriptor('<server name="S">'), 'unexpected close tag'],
    ['an attribute twice', aDescriptor('<server name="S" name="T"/>'), 'duplicate attribute: name'],
    ['a prefix that is not bound', aDescriptor('<x:server/>'), 'unbound namespace prefix'],
    ['a second root', `${aDescriptor()}<plugin/>`, 'documents may contain only one root'],
    ['nothing', '', 'document must contain a root element'],
    ['no XML at all', 'PLUGIN', 'text data outside of root node'],
    ['a document cut off', aDescriptor('<server name="S"/>').slice(0, -5), 'unclosed tag: plugin'],
  ])('is refused with %s', (_, document, message) => {
    expect(refusal(document)).toMatch('The descriptor is not well-formed');
    expect(refusal(document)).toMatch(message);
  });

  it('is refused with the line of the original', () => {
    expect(refusal(aDescriptor('\n\n&e;\n<server/>', { subset: '<!ENTITY e "<!-- \n\n -->">\n' }))).toBe(
      'Element "server" has no attribute "name" (line 9)',
    );
  });

  it.each([
    ['another element', '<descriptor xmlns="urn:xmlns:rhq-plugin"/>', 'The root element is "descriptor"'],
    ['another namespace', '<plugin name="P" xmlns="urn:other"/>', 'of namespace "urn:other"'],
    ['no namespace', '<plugin name="P"/>', 'of namespace ""'],
  ])('is refused when its root is %s', (_, document, message) => {
    expect(refusal(document)).toMatch(message);
  });

  it('may use any prefix, another one below, and another default', () => {
    const plugin = readDescriptor(
      bytes(`<rhq:plugin xmlns:rhq="urn:xmlns:rhq-plugin" name="P">
        <rhq:server name="S">
          <plugin-configuration xmlns="urn:xmlns:rhq-plugin">
            <simple-property xmlns="urn:xmlns:rhq-configuration" name="a"/>
            <k:simple-property xmlns:k="urn:xmlns:rhq-configuration" name="b"/>
          </plugin-configuration>
        </rhq:server>
      </rhq:plugin>`),
    );
    expect(plugin.types[0]?.pluginConfiguration?.properties.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('may contain unknown elements and attributes', () => {
    const content =
      '<o:server xmlns:o="urn:other" name="Other"/><unknown name="x"><server name="Hidden"/></unknown>' +
      '<server name="S" colour="blue" o:name="x" xmlns:o="urn:other"><o:metric/><metric property="m" format="%d"/></server>';
    const plugin = resolve(read(content));
    expect(plugin.warnings).toEqual([]);
    expect(plugin.types.map(({ name, metrics }) => [name, metrics.length])).toEqual([['S', 2]]);
  });

  it('may be in any order', () => {
    const plugin = resolve(
      read(
        '<help>Help</help><server name="A"><service name="B"/><metric property="m"/><operation name="o"/>' +
          '<plugin-configuration><c:template name="t" description="d"/><c:group name="g"/><c:simple-property name="p"/>' +
          '</plugin-configuration></server><depends plugin="Other"/><platform name="P"/>',
      ),
    );
    expect(plugin.warnings).toEqual([]);
    expect(plugin.types.map(({ name }) => name)).toEqual(['A', 'B', 'P']);
  });

  it.each([
    ['true', true],
    ['1', true],
    [' true ', true],
    ['false', false],
    ['0', false],
  ])('writes %j for the boolean %s', (text, expected) => {
    expect(read(`<server name="S" singleton="${text}"/>`).types[0]?.isSingleton).toBe(expected);
  });

  it('uses the default, with a warning, for a value that is not allowed', () => {
    const { types, warnings } = read(
      '<service name="S" createDeletePolicy="sometimes" creationDataType="CONTENT" singleton="yes" classLoader="own">\n' +
        '<metric property="m" displayType="big" dataType="number" category="x" units="px"/></service>',
    );
    expect(types[0]).toMatchObject({
      createPolicy: 'NEITHER',
      creationDataType: 'CONFIGURATION',
      isSingleton: false,
      agentDetails: { classLoader: 'SHARED' },
      metrics: [{ displayType: 'DETAIL', dataType: 'MEASUREMENT', category: 'PERFORMANCE', unit: 'NONE' }],
    });
    expect(warnings).toHaveLength(8);
    expect(warnings).toContain(
      'Element "service" has the invalid attribute singleton="yes", which is ignored (line 2)',
    );
    expect(warnings).toContain(
      'Element "metric" has the invalid attribute displayType="big", which is ignored (line 3)',
    );
  });

  it('keeps the first two hundred warnings', () => {
    expect(
      read('<server/>'.replace('/>', ' name="S">') + '<metric property="m" units="?"/>'.repeat(500) + '</server>')
        .warnings,
    ).toHaveLength(200);
  });
});

describe('guards of the reader', () => {
  it('refuses documents over 10 MiB', () => {
    const padding = (length: number): Buffer => Buffer.concat([Buffer.from(aDescriptor()), Buffer.alloc(length, ' ')]);
    const room = 10 * 1024 * 1024 - aDescriptor().length;
    expect(readDescriptor(padding(room)).name).toBe('Sample');
    expect(getRefusal(() => readDescriptor(padding(room + 1)))).toBe('The descriptor is larger than 10 MiB');
  });

  it('refuses elements nested deeper than 128, at once', async () => {
    const nest = (depth: number): string => aDescriptor('<x>'.repeat(depth) + '</x>'.repeat(depth));
    expect(readDescriptor(bytes(nest(127))).types).toEqual([]);
    const spentMs = await measureProcessorTime(() =>
      expect(refusal(aDescriptor('<x>'.repeat(300_000)))).toBe(
        'Elements are nested more than 128 levels deep (line 2)',
      ),
    );
    expect(spentMs).toBeLessThan(10_000);
  });

  it('refuses a quarter of a million elements', () => {
    expect(refusal(aDescriptor('<x/>'.repeat(250_000)))).toBe('The descriptor has more than 250000 elements (line 2)');
  });

  it('refuses a thousand attributes', () => {
    const attributes = Array.from({ length: 1002 }, (_, at) => `a${at}=""`).join(' ');
    expect(refusal(aDescriptor(`<x ${attributes}/>`))).toBe('An element has more than 1000 attributes (line 2)');
  });
});
