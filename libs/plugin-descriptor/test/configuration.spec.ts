import { configurationWith, read, getRefusal, serverWith } from './descriptor.builder';
import { aSimple } from './property.builder';

const first = (content: string): unknown => configurationWith(content).properties[0];
const refusal = (content: string): string => getRefusal(() => configurationWith(content));

describe('a configuration definition', () => {
  it.each(['plugin-configuration', 'resource-configuration'])('is absent without %s', (element) => {
    const type = serverWith('');
    expect(element === 'plugin-configuration' ? type.pluginConfiguration : type.resourceConfiguration).toBeNull();
  });

  it.each([
    '<plugin-configuration/>',
    '<resource-configuration configurationFormat="both"/>',
    '<plugin-configuration><c:notes>Notes</c:notes></plugin-configuration>',
    '<operation name="o"><parameters/></operation>',
    '<operation name="o"><results/></operation>',
    '<content name="c" category="deployable"><configuration/></content>',
  ])('is refused without property and group: %s', (content) => {
    expect(getRefusal(() => serverWith(content))).toMatch(/has neither a property nor a group \(line 2\)$/);
  });

  it('may be empty when it is raw, or have an empty group', () => {
    expect(configurationWith('', 'configurationFormat="raw"')).toEqual({
      format: 'RAW',
      notes: null,
      groups: [],
      properties: [],
      defaultValues: {},
      templates: [],
    });
    expect(configurationWith('<c:group name="g"/>').groups).toHaveLength(1);
  });

  it('has notes and a format', () => {
    expect(configurationWith('<c:notes> Read me </c:notes><c:simple-property name="p"/>')).toMatchObject({
      format: 'STRUCTURED',
      notes: 'Read me',
    });
    expect(configurationWith('<c:simple-property name="p"/>', 'configurationFormat="both"').format).toBe('BOTH');
  });

  it('has groups, whose properties share one name space with the others', () => {
    const definition = configurationWith(
      `<c:simple-property name="a"/>
       <c:group name="first" hiddenByDefault="true"><c:description> About </c:description>
         <c:simple-property name="b"/><c:simple-property name="a" default="lost"/></c:group>
       <c:group name="second" displayName="2nd" description="x"/><c:group name="first" displayName="again"/>
       <c:group><c:simple-property name="loose"/></c:group>`,
    );
    expect(definition.groups).toEqual([
      { name: 'first', displayName: 'First', description: 'About', isHiddenByDefault: true },
      { name: 'second', displayName: '2nd', description: 'x', isHiddenByDefault: false },
    ]);
    expect(definition.properties.map(({ name, group }) => [name, group])).toEqual([
      ['a', null],
      ['b', 'first'],
      ['loose', null],
    ]);
    expect(definition.defaultValues).toEqual({ a: null, b: null, loose: null });
  });
});

describe('a property', () => {
  it('has defaults for all but its name', () => {
    expect(first('<c:simple-property name="maxSize"/>')).toEqual(aSimple('maxSize', { displayName: 'Max Size' }));
  });

  it.each(['simple', 'list', 'map', 'dynamic'])('is refused without a name: %s-property', (kind) => {
    expect(refusal(`<c:${kind}-property/>`)).toBe(`Element "${kind}-property" has no attribute "name" (line 2)`);
    expect(refusal(`<c:map-property name="m"><c:${kind}-property/></c:map-property>`)).toMatch(
      'has no attribute "name"',
    );
    expect(refusal(`<c:group name="g"><c:${kind}-property/></c:group>`)).toMatch('has no attribute "name"');
  });

  it.each([
    ['file', 'FILE'],
    ['directory', 'DIRECTORY'],
    ['program', 'PROGRAM'],
    ['resources', 'RESOURCES'],
    ['address', 'ADDRESS'],
  ])('may declare that a property names a %s', (names, kind) => {
    expect(first(`<c:simple-property name="p" names="${names}"/>`)).toMatchObject({ type: 'STRING', names: kind });
    expect(first('<c:simple-property name="p"/>')).not.toHaveProperty('names');
  });

  it.each([
    ['string', 'STRING'],
    ['longString', 'LONG_STRING'],
    ['password', 'PASSWORD'],
    ['boolean', 'BOOLEAN'],
    ['integer', 'INTEGER'],
    ['long', 'LONG'],
    ['float', 'FLOAT'],
    ['double', 'DOUBLE'],
    ['file', 'FILE'],
    ['directory', 'DIRECTORY'],
    ['Boolean', 'STRING'],
  ])('of type %s is a %s', (type, expected) => {
    expect(first(`<c:simple-property name="p" type="${type}"/>`)).toMatchObject({ type: expected });
  });

  it.each([
    ['attribute', '<c:simple-property name="p" description=" text "/>'],
    ['element', '<c:simple-property name="p"><c:description>\n text\n</c:description></c:simple-property>'],
    [
      'attribute before element',
      '<c:simple-property name="p" description="text"><c:description>x</c:description></c:simple-property>',
    ],
  ])('is described by its %s', (_, content) => {
    expect(first(content)).toMatchObject({ description: 'text' });
  });

  it('keeps flags, units, policy and the blanks of its defaults', () => {
    expect(
      first(
        '<c:simple-property name="p" required="0" readOnly="1" summary="true" units="megabytes" activationPolicy="restart"' +
          ' default="  two  " defaultValue=""><c:defaultValueDescription> Nothing </c:defaultValueDescription></c:simple-property>',
      ),
    ).toMatchObject({
      isRequired: false,
      isReadOnly: true,
      isSummary: true,
      unit: 'MEGABYTES',
      activationPolicy: 'RESTART',
      initialValue: '  two  ',
      defaultValue: '',
      defaultValueDescription: 'Nothing',
    });
  });

  it('has no default longer than 2000 characters', () => {
    const content = (length: number): string => `<c:simple-property name="p" default="${'x'.repeat(length)}"/>`;
    expect(configurationWith(content(2000)).defaultValues['p']).toHaveLength(2000);
    expect(configurationWith(content(2001)).defaultValues['p']).toBeNull();
  });

  it('counts once where siblings have one name', () => {
    const { types, warnings } = read(
      '<server name="S"><plugin-configuration><c:simple-property name="p" default="1"/>' +
        '<c:simple-property name="p" default="2"/></plugin-configuration></server>',
    );
    expect(types[0]?.pluginConfiguration?.defaultValues).toEqual({ p: '1' });
    expect(warnings).toEqual(['Element "simple-property" occurs twice with the name "p" (line 2)']);
  });

  it('has options, with their value for a name', () => {
    const content = (attributes: string): string =>
      `<c:simple-property name="p"><c:property-options ${attributes}><c:option value="a" name="A"/><c:option value="b"/>
        <c:option value="" name="none"/><c:option name="lost"/></c:property-options></c:simple-property>`;
    expect(first(content(''))).toMatchObject({
      allowsCustomValue: false,
      options: [
        { name: 'A', value: 'a' },
        { name: 'b', value: 'b' },
        { name: 'none', value: '' },
      ],
    });
    expect(first(content('allowCustomValue="true"'))).toMatchObject({ allowsCustomValue: true });
  });

  it('has constraints, each bound for itself', () => {
    expect(
      first(
        `<c:simple-property name="p"><c:constraint>
           <c:integer-constraint minimum="1" maximum="9"/><c:integer-constraint minimum="-5"/>
           <c:float-constraint maximum="1.5e3"/><c:float-constraint minimum="a lot" maximum=".5"/>
           <c:regex-constraint expression="[a-z]+"/><c:regex-constraint/></c:constraint></c:simple-property>`,
      ),
    ).toMatchObject({
      constraints: [
        { kind: 'INTEGER', minimum: 1, maximum: 9 },
        { kind: 'INTEGER', minimum: -5, maximum: null },
        { kind: 'FLOAT', minimum: null, maximum: 1500 },
        { kind: 'FLOAT', minimum: null, maximum: 0.5 },
        { kind: 'REGEX', expression: '[a-z]+' },
      ],
    });
  });

  it.each([
    ['plugin', 'PLUGIN'],
    ['resourceType', 'RESOURCE_TYPE'],
    ['resource', 'RESOURCE'],
    ['configuration', 'CONFIGURATION'],
  ])('has a source of options among %s', (target, expected) => {
    const source = `<c:option-source target="${target}" expression="e" filter="f" linkToTarget="true"/>`;
    expect(first(`<c:simple-property name="p">${source}</c:simple-property>`)).toMatchObject({
      optionSource: {
        target: expected,
        expression: 'e',
        filter: 'f',
        linksToTarget: true,
        expressionScope: 'UNLIMITED',
      },
    });
  });

  it.each([
    ['expression=""', 'has an empty expression'],
    ['', 'has an empty expression'],
    [`expression="${'e'.repeat(401)}"`, 'has an expression longer than 400 characters'],
    [`expression="e" filter="${'f'.repeat(41)}"`, 'has a filter longer than 40 characters'],
  ])('is refused with the option source %#', (attributes, problem) => {
    const source = `<c:option-source target="plugin" ${attributes}/>`;
    expect(refusal(`<c:simple-property name="p">${source}</c:simple-property>`)).toBe(
      `Element "option-source" ${problem} (line 2)`,
    );
  });

  it('may have an expression of 400 and a filter of 40 characters', () => {
    const source = `<c:option-source target="plugin" expression="${'e'.repeat(400)}" filter="${'f'.repeat(40)}"/>`;
    expect(first(`<c:simple-property name="p">${source}</c:simple-property>`)).toMatchObject({
      optionSource: { target: 'PLUGIN' },
    });
  });

  it.each([
    ['', 0, null],
    ['min="1" max="5"', 1, 5],
    ['max="unbounded"', 0, null],
    ['min="-1" max="many"', 0, null],
  ])('that is a list with %s has %s to %s elements', (attributes, min, max) => {
    expect(first(`<c:list-property name="p" ${attributes}/>`)).toMatchObject({ kind: 'LIST', min, max, member: null });
  });

  it('that is a list has one member, which may be a map or a list', () => {
    expect(
      first(
        `<c:list-property name="p"><c:list-property name="q"><c:map-property name="r"><c:simple-property name="s"/>
         </c:map-property></c:list-property><c:simple-property name="t"/></c:list-property>`,
      ),
    ).toMatchObject({
      member: { kind: 'LIST', name: 'q', member: { kind: 'MAP', name: 'r', members: [{ kind: 'SIMPLE', name: 's' }] } },
    });
  });

  it.each([
    ['users', 'USERS'],
    ['roles', 'ROLES'],
    ['package-types', 'PACKAGE_TYPES'],
    ['resource-type-with-plugin', 'RESOURCE_TYPE_WITH_PLUGIN'],
    ['package-architectures', 'PACKAGE_ARCHITECTURES'],
    ['planets', null],
  ])('that is dynamic takes its options from %s', (key, expected) => {
    const content = `<c:dynamic-property name="p" activationPolicy="shutdown"><c:database-backing key="${key}"/></c:dynamic-property>`;
    expect(first(content)).toMatchObject({
      kind: 'DYNAMIC',
      activationPolicy: 'SHUTDOWN',
      databaseBacking: expected,
    });
  });
});

describe('the values of a new configuration', () => {
  const properties = `
    <c:simple-property name="plain"/><c:simple-property name="empty" default=""/>
    <c:simple-property name="assumed" required="false" defaultValue="not initial"/>
    <c:list-property name="list"><c:simple-property name="element" default="ignored"/></c:list-property>
    <c:map-property name="open"/><c:map-property name="none"><c:simple-property name="x"/></c:map-property>
    <c:map-property name="some"><c:simple-property name="x" default="1"/><c:simple-property name="y"/>
      <c:list-property name="z"/><c:map-property name="deep"><c:simple-property name="w" default="2"/></c:map-property></c:map-property>
    <c:dynamic-property name="dynamic"/>
    <c:group name="g"><c:simple-property name="grouped" default="3"/></c:group>`;
  const values = {
    plain: null,
    empty: '',
    assumed: null,
    list: [],
    open: {},
    none: {},
    some: { x: '1', y: null, z: [], deep: { w: '2' } },
    dynamic: null,
    grouped: '3',
  };

  it('are the defaults of all properties, null or empty without one', () => {
    expect(configurationWith(properties).defaultValues).toEqual(values);
  });

  it('are overridden by a template named "default"', () => {
    const template = `<c:template name="default" description="d"><c:simple-property name="plain" default="set"/>
      <c:map-property name="some"><c:simple-property name="y" default="too"/></c:map-property></c:template>`;
    expect(configurationWith(properties + template).defaultValues).toEqual({
      ...values,
      plain: 'set',
      some: { ...values.some, y: 'too' },
    });
  });

  it('are not changed by other templates, which are sets of values of their own', () => {
    const { defaultValues, templates } = configurationWith(
      `${properties}<c:template name="TLS" description="secured"><c:simple-property name="plain" default="s"/>
       <c:simple-property name="grouped"/></c:template>
       <c:template name="TLS" description="again"/><c:template description="nameless"/>`,
    );
    expect(defaultValues).toEqual(values);
    expect(templates).toEqual([{ name: 'TLS', description: 'secured', values: { plain: 's' } }]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('may belong to a property named %s', (name) => {
    const { defaultValues } = configurationWith(
      `<c:simple-property name="${name}" default="x"/><c:map-property name="m"><c:simple-property name="${name}"/></c:map-property>`,
    );
    expect(Object.entries(defaultValues)).toEqual([
      [name, 'x'],
      ['m', {}],
    ]);
  });
});
