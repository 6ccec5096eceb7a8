import { read, getRefusal, resolve, serverWith } from './descriptor.builder';

const refusal = (content: string): string => getRefusal(() => read(content));
const inServer = (content: string): string => `<server name="S">${content}</server>`;

describe('the element of the plugin', () => {
  it('has defaults for all but its name', () => {
    expect(read('')).toEqual({
      name: 'Sample',
      displayName: 'Sample',
      description: null,
      version: null,
      help: null,
      dependencies: [],
      types: [],
      agentDetails: {
        ampsVersion: '2.0',
        package: null,
        lifecycleListener: null,
        usesClassesOf: [],
        discoveryCallbacks: [],
      },
      warnings: [],
    });
  });

  it.each(['', ' '])('is refused with the name %j', (name) => {
    expect(getRefusal(() => read('', { name }))).toBe('Element "plugin" has no attribute "name" (line 2)');
  });

  it.each([
    ['1.0', '2.0'],
    ['2.0', '2.0'],
    ['2.1', '2.1'],
    ['whatever', 'whatever'],
  ])('counts ampsVersion %s as %s', (declared, expected) => {
    expect(read('', { attributes: `ampsVersion="${declared}"` }).agentDetails.ampsVersion).toBe(expected);
  });

  it('keeps elements that agents use', () => {
    const { agentDetails } = read(
      `<depends plugin="A" useClasses="true"/><depends plugin="B"/>
       <discovery-callbacks>
         <type-callback type="T" plugin="P" callbackClass="C"/>
         <upgrade-callback type="U" plugin="P" callbackClass="D"/>
         <type-callback type="T" plugin="P"/>
       </discovery-callbacks>`,
      { attributes: 'package="com.acme" pluginLifecycleListener="Listener"' },
    );
    expect(agentDetails).toEqual({
      ampsVersion: '2.0',
      package: 'com.acme',
      lifecycleListener: 'Listener',
      usesClassesOf: ['A'],
      discoveryCallbacks: [
        { kind: 'TYPE', type: 'T', plugin: 'P', callbackClass: 'C' },
        { kind: 'UPGRADE', type: 'U', plugin: 'P', callbackClass: 'D' },
      ],
    });
  });

  it('depends on each plugin once, never on itself, and requires it where any element does', () => {
    const { dependencies } = read(`
      <depends plugin="Required"/><depends plugin="Sample"/><depends plugin="Required"/><depends/>
      <server name="A" sourcePlugin="Source" sourceType="X"><service name="B" sourcePlugin="Deep" sourceType="Y"/></server>
      <server name="C"><runs-inside><parent-resource-type name="Z" plugin="Host"/>
        <parent-resource-type name="Z" plugin="Required"/><parent-resource-type name="Z" plugin="Sample"/></runs-inside>
        <bundle type="b"><targets><resource-type name="T" plugin="Target"/></targets></bundle></server>`);
    expect(dependencies).toEqual([
      { plugin: 'Required', isRequired: true },
      { plugin: 'Source', isRequired: false },
      { plugin: 'Deep', isRequired: false },
      { plugin: 'Host', isRequired: false },
      { plugin: 'Target', isRequired: false },
    ]);
  });

  it.each([
    ['<help> Text </help>', 'Text'],
    ['<help><![CDATA[<p>a &amp; b</p>]]></help>', '<p>a &amp; b</p>'],
    [
      '<help>See <h:a xmlns:h="urn:h" href="?a&amp;b">it &lt; that</h:a></help>',
      'See <a href="?a&amp;b">it &lt; that</a>',
    ],
    ['<help/>', null],
    ['<help>1</help><help>2</help>', '1'],
  ])('has the help of %s', (content, expected) => {
    expect(read(content).help).toBe(expected);
  });
});

describe('the element of a type', () => {
  it('has defaults for all but its name', () => {
    const { types } = resolve(read('<service name="S"/>'));
    expect(types).toMatchObject([
      {
        name: 'S',
        category: 'SERVICE',
        displayName: null,
        description: null,
        subCategory: null,
        createPolicy: 'NEITHER',
        creationDataType: 'CONFIGURATION',
        missingPolicy: 'DOWN',
        isSingleton: false,
        supportsManualAdd: false,
        supportsMissingAvailability: false,
        pluginConfiguration: null,
        resourceConfiguration: null,
        help: null,
        agentDetails: {
          discoveryClass: null,
          componentClass: null,
          classLoader: 'SHARED',
          processScans: [],
          bundle: null,
          bundleTarget: null,
        },
      },
    ]);
  });

  it.each([
    ['neither', 'NEITHER'],
    ['create-only', 'CREATE_ONLY'],
    ['delete-only', 'DELETE_ONLY'],
    ['both', 'BOTH'],
  ])('with createDeletePolicy="%s" has the policy %s, but on platforms', (declared, expected) => {
    const attributes = `createDeletePolicy="${declared}" creationDataType="content" singleton="true"`;
    const { types } = read(`<server name="A" ${attributes}/><platform name="B" ${attributes}/>`);
    expect(types.map((type) => [type.createPolicy, type.creationDataType, type.isSingleton])).toEqual([
      [expected, 'CONTENT', true],
      ['NEITHER', 'CONFIGURATION', false],
    ]);
  });

  it.each(['platform', 'server', 'service'])('is refused without a name: %s', (element) => {
    expect(refusal(`<${element}/>`)).toBe(`Element "${element}" has no attribute "name" (line 2)`);
  });

  it('may have a name of a hundred characters and not more', () => {
    expect(read(`<server name="${'x'.repeat(100)}"/>`).types).toHaveLength(1);
    expect(refusal(`<server name="${'x'.repeat(101)}"/>`)).toBe(
      'Element "server" has a name longer than 100 characters (line 2)',
    );
  });

  it.each([
    '<server name="S"/><service name="S"/>',
    '<server name="S"><service name="S"/></server>',
    '<server name="A"><service name="S"/></server><server name="B"><service name="S"/></server>',
  ])('is refused when there are two of its name: %s', (content) => {
    expect(refusal(content)).toBe('Two resource types are named "S" (line 2)');
  });

  it('is read inside allowed parents, elsewhere ignored with a warning', () => {
    const plugin = resolve(
      read(`<platform name="P"><server name="P1"/><service name="P2"/><platform name="P3"/></platform>
            <server name="A"><server name="A1"/><service name="A2"><service name="A3"/><server name="A4"/></service></server>`),
    );
    expect(plugin.types.map(({ name, parents }) => [name, ...parents.map((parent) => parent.name)])).toEqual([
      ['P'],
      ['P1', 'P'],
      ['P2', 'P'],
      ['A'],
      ['A1', 'A'],
      ['A2', 'A'],
      ['A3', 'A2'],
    ]);
    expect(plugin.warnings).toEqual([
      'Element "platform" is not allowed inside "platform" and is ignored (line 2)',
      'Element "server" is not allowed inside "service" and is ignored (line 3)',
    ]);
  });

  it('is placed below its container, below those it runs inside, or below every platform', () => {
    const runsInside =
      '<runs-inside><parent-resource-type name="H" plugin="X"/><parent-resource-type name="H" plugin="X"/></runs-inside>';
    const plugin = resolve(
      read(`<platform name="P">${runsInside}</platform>
            <server name="A"/><service name="B"/>
            <server name="C">${runsInside}<server name="C1">${runsInside}</server><service name="C2">${runsInside}</service></server>
            <service name="D">${runsInside}</service><server name="E"><runs-inside/></server>`),
    );
    const host = { name: 'H', plugin: 'X' };
    const c = { name: 'C', plugin: 'Sample' };
    expect(plugin.types.map(({ name, placement, parents }) => [name, placement, parents])).toEqual([
      ['P', 'NONE', []],
      ['A', 'ANY_PLATFORM', []],
      ['B', 'ANY_PLATFORM', []],
      ['C', 'LISTED', [host]],
      ['C1', 'LISTED', [c, host]],
      ['C2', 'LISTED', [c]],
      ['D', 'LISTED', [host]],
      ['E', 'ANY_PLATFORM', []],
    ]);
  });

  it('keeps process scans, bundles and bundle targets for agents', () => {
    const { agentDetails } = serverWith(
      `<process-scan query="process|basename|match=^httpd.*" name="a"/><process-scan query="process|basename|match=^httpd.*" name="b"/>
       <process-scan name="no query"/><process-scan query="q"/>
       <bundle type="files"><targets><resource-type name="T" plugin="P"/></targets></bundle>
       <bundle-target>
         <destination-base-dir name="Root"><accepts bundle-type="files"/>
           <value-context>fileSystem</value-context><value-name>/</value-name></destination-base-dir>
         <destination-definition name="Db"><accepts bundle-type="sql"/><description>A database</description>
           <connection>jdbc</connection><referenced-configuration>conf</referenced-configuration></destination-definition>
       </bundle-target>`,
      'discovery="D" class="C" classLoader="instance"',
    );
    expect(agentDetails).toEqual({
      discoveryClass: 'D',
      componentClass: 'C',
      classLoader: 'INSTANCE',
      processScans: [
        { query: 'process|basename|match=^httpd.*', name: 'a' },
        { query: 'q', name: null },
      ],
      bundle: { type: 'files', targets: [{ name: 'T', plugin: 'P' }] },
      bundleTarget: {
        baseDirectories: [
          { name: 'Root', description: null, accepts: ['files'], source: { context: 'FILE_SYSTEM', name: '/' } },
        ],
        destinations: [
          {
            name: 'Db',
            description: 'A database',
            accepts: ['sql'],
            connection: 'jdbc',
            referencedConfiguration: 'conf',
          },
        ],
      },
    });
  });
});

describe('operations, events, package types and drift templates', () => {
  it.each([
    ['<operation/>', 'Element "operation" has no attribute "name" (line 2)'],
    ['<event/>', 'Element "event" has no attribute "name" (line 2)'],
    ['<content category="deployable"/>', 'Element "content" has no attribute "name" (line 2)'],
    ['<metric/>', 'Element "metric" has no attribute "property" (line 2)'],
    [
      '<drift-definition name="d"/><drift-definition name="d"/>',
      'Element "drift-definition" occurs twice with the name "d" (line 2)',
    ],
  ])('%s is refused', (content, message) => {
    expect(refusal(inServer(content))).toBe(message);
  });

  it('count once where a name is declared twice', () => {
    const type = serverWith(
      '<operation name="x" displayName="1"/><operation name="x" displayName="2"/>' +
        '<event name="x" displayName="1"/><event name="x" displayName="2"/>' +
        '<content name="x" displayName="1" category="deployable"/><content name="x" displayName="2" category="deployable"/>',
    );
    for (const list of [type.operations, type.events, type.packageTypes]) {
      expect(list.map(({ displayName }) => displayName)).toEqual(['1']);
    }
  });

  it('have display names', () => {
    const type = serverWith(
      '<operation name="doIt"/><event name="logLine"/><content name="webArchive" category="deployable"/>',
    );
    expect([...type.operations, ...type.events, ...type.packageTypes].map(({ displayName }) => displayName)).toEqual([
      'Do It',
      'Log Line',
      'Web Archive',
    ]);
  });

  it.each([
    ['timeout="120"', 120],
    ['', null],
    ['timeout="0"', null],
    ['timeout="soon"', null],
  ])('an operation with %s ends after %s seconds', (attributes, expected) => {
    expect(serverWith(`<operation name="o" ${attributes}/>`).operations[0]?.timeoutSeconds).toBe(expected);
  });

  it.each([
    ['executableScript', 'EXECUTABLE_SCRIPT'],
    ['executableBinary', 'EXECUTABLE_BINARY'],
    ['deployable', 'DEPLOYABLE'],
    ['configuration', 'CONFIGURATION'],
    ['toy', 'DEPLOYABLE'],
  ])('a package type of category %s is stored as %s', (category, expected) => {
    expect(serverWith(`<content name="c" category="${category}"/>`).packageTypes[0]?.category).toBe(expected);
  });

  it('a package type has its interval, flags and deployment properties', () => {
    const [packageType] = serverWith(
      `<content name="c" description="d" category="deployable" discoveryInterval="1000" isCreationType="1" supportsArchitecture="true">
         <configuration><c:simple-property name="overwrite"/></configuration></content>`,
    ).packageTypes;
    expect(packageType).toMatchObject({
      description: 'd',
      discoveryIntervalMs: 1000,
      isCreationType: true,
      supportsArchitecture: true,
      configuration: { properties: [{ name: 'overwrite' }] },
    });
  });

  it('a drift template has defaults for all but its name', () => {
    expect(serverWith('<drift-definition name="d"/><drift-definition/>').driftTemplates).toEqual([
      {
        name: 'd',
        description: null,
        definition: {
          baseDirectory: null,
          intervalSeconds: 1800,
          handlingMode: 'NORMAL',
          includes: [],
          excludes: [],
        },
      },
    ]);
  });

  it.each([
    ['pluginConfiguration', 'PLUGIN_CONFIGURATION'],
    ['resourceConfiguration', 'RESOURCE_CONFIGURATION'],
    ['measurementTrait', 'MEASUREMENT_TRAIT'],
    ['fileSystem', 'FILE_SYSTEM'],
  ])('a drift template reads its directory from %s', (context, expected) => {
    const [template] = serverWith(
      `<drift-definition name="d"><basedir><value-context>${context}</value-context><value-name> dir </value-name></basedir>
        <interval>60</interval><drift-handling-mode>plannedChange</drift-handling-mode>
        <includes><include path="a"/><include path="b" pattern="*.x"/></includes><excludes><exclude path="c"/></excludes>
      </drift-definition>`,
    ).driftTemplates;
    expect(template?.definition).toEqual({
      baseDirectory: { context: expected, name: 'dir' },
      intervalSeconds: 60,
      handlingMode: 'PLANNED_CHANGE',
      includes: [
        { path: 'a', pattern: null },
        { path: 'b', pattern: '*.x' },
      ],
      excludes: [{ path: 'c', pattern: null }],
    });
  });
});
