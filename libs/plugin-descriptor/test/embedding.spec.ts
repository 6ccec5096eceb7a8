import type { PluginDescriptor } from '../src/plugin-model';
import { read, getRefusal, resolve, getType } from './descriptor.builder';

const SOURCE = read(
  `<server name="Engine" description="An engine" displayName="The Engine" subCategory="Engines" discovery="D" class="C"
           classLoader="instance" singleton="true" supportsManualAdd="true" createDeletePolicy="both">
     <runs-inside><parent-resource-type name="Linux" plugin="Platforms"/></runs-inside>
     <plugin-configuration><c:simple-property name="port"/></plugin-configuration>
     <process-scan query="q"/><operation name="start"/><metric property="load" displayType="summary"/><event name="log"/>
     <content name="lib" category="deployable"/><drift-definition name="files"/><help>Help</help>
     <service name="Pool"><metric property="size"/><service name="Connection"/></service>
     <server name="Helper"><runs-inside><parent-resource-type name="Rack" plugin="Racks"/></runs-inside></server>
   </server>
   <service name="Lonely"/>`,
  { name: 'Source' },
);

const embed = (content: string, ...others: PluginDescriptor[]): ReturnType<typeof resolve> =>
  resolve(read(content, { name: 'Copy' }), SOURCE, ...others);

const names = (plugin: ReturnType<typeof resolve>): string[] => plugin.types.map(({ name }) => name);

describe('a server that copies a server of another plugin', () => {
  const plugin = embed('<server name="Mine" sourcePlugin="Source" sourceType="Engine"/>');
  const mine = getType(plugin, 'Mine');

  it('has everything of the source', () => {
    expect(mine).toMatchObject({
      category: 'SERVER',
      pluginConfiguration: { properties: [{ name: 'port' }] },
      operations: [{ name: 'start' }],
      metrics: [{ name: 'load', defaultIntervalMs: 600_000 }, { name: 'rhq.availability' }],
      events: [{ name: 'log' }],
      packageTypes: [{ name: 'lib' }],
      driftTemplates: [{ name: 'files' }],
      help: 'Help',
      agentDetails: {
        discoveryClass: 'D',
        componentClass: 'C',
        classLoader: 'INSTANCE',
        processScans: [{ query: 'q' }],
      },
    });
  });

  it('copies the types inside, below itself', () => {
    expect(
      plugin.types.map(({ name, parents }) => [name, ...parents.map((parent) => `${parent.plugin}.${parent.name}`)]),
    ).toEqual([['Mine'], ['Pool', 'Copy.Mine'], ['Connection', 'Copy.Pool'], ['Helper', 'Copy.Mine', 'Racks.Rack']]);
  });

  it('has its own policies and parents, and the descriptions of the source', () => {
    expect(mine).toMatchObject({
      createPolicy: 'NEITHER',
      isSingleton: false,
      supportsManualAdd: false,
      placement: 'ANY_PLATFORM',
      displayName: 'The Engine',
      description: 'An engine',
      subCategory: 'Engines',
    });
    const other = embed(
      `<server name="Mine" sourcePlugin="Source" sourceType="Engine" description="d" displayName="n" subCategory="s" discovery="E"
         class="F" singleton="true" supportsManualAdd="true" supportsMissingAvailabilityType="true" createDeletePolicy="delete-only" creationDataType="content">
         <runs-inside><parent-resource-type name="Windows" plugin="Platforms"/></runs-inside></server>`,
    );
    expect(getType(other, 'Mine')).toMatchObject({
      createPolicy: 'DELETE_ONLY',
      creationDataType: 'CONTENT',
      isSingleton: true,
      supportsManualAdd: true,
      supportsMissingAvailability: true,
      parents: [{ name: 'Windows', plugin: 'Platforms' }],
      displayName: 'n',
      description: 'd',
      subCategory: 's',
      agentDetails: { discoveryClass: 'E', componentClass: 'F', classLoader: 'INSTANCE' },
    });
  });

  it('may have further types inside, and no facets of its own', () => {
    const other = embed(
      '<server name="Mine" sourcePlugin="Source" sourceType="Engine"><metric property="own"/><service name="More"/></server>',
    );
    expect(names(other)).toEqual(['Mine', 'Pool', 'Connection', 'Helper', 'More']);
    expect(getType(other, 'Mine').metrics.map(({ name }) => name)).toEqual(['load', 'rhq.availability']);
  });

  it('is refused with only one of plugin and type', () => {
    for (const attribute of ['sourcePlugin="Source"', 'sourceType="Engine"']) {
      expect(getRefusal(() => read(`<server name="S" ${attribute}/>`))).toBe(
        'Element "server" has only one of sourcePlugin and sourceType (line 2)',
      );
    }
  });
});

describe('a service that copies a type', () => {
  it.each([
    ['Pool', ['Mine', 'Connection']],
    ['Connection', ['Mine']],
    ['Lonely', ['Mine']],
    ['Engine', ['Mine', 'Pool', 'Connection', 'Helper']],
  ])('finds %s wherever it is', (source, expected) => {
    expect(names(embed(`<service name="Mine" sourcePlugin="Source" sourceType="${source}"/>`))).toEqual(expected);
  });

  it('is a service with the intervals of one, even when it copies a server', () => {
    const mine = getType(embed('<service name="Mine" sourcePlugin="Source" sourceType="Engine"/>'), 'Mine');
    expect(mine.category).toBe('SERVICE');
    expect(mine.metrics.map(({ defaultIntervalMs }) => defaultIntervalMs)).toEqual([1_200_000, 600_000]);
  });

  it('ignores its content', () => {
    const plugin = embed(
      '<service name="Mine" sourcePlugin="Source" sourceType="Connection"><metric property="own"/><service name="Ignored"/></service>',
    );
    expect(names(plugin)).toEqual(['Mine']);
    expect(getType(plugin, 'Mine').metrics).toHaveLength(1);
  });

  it('may be inside another type', () => {
    const plugin = embed(
      '<server name="S"><service name="Mine" sourcePlugin="Source" sourceType="Connection"/></server>',
    );
    expect(getType(plugin, 'Mine').parents).toEqual([{ name: 'S', plugin: 'Copy' }]);
  });

  it('requires both plugin and type', () => {
    const plugin = embed('<service name="Mine" sourcePlugin="Source"/>');
    expect(names(plugin)).toEqual(['Mine']);
    expect(plugin.warnings).toEqual([
      'Element "service" has only one of sourcePlugin and sourceType, which is ignored (line 2)',
    ]);
  });
});

describe('copying', () => {
  it.each([
    ['a plugin that is not there', 'sourcePlugin="Missing" sourceType="X"', 'plugin "Missing" has no type "X"'],
    ['a type that is not there', 'sourcePlugin="Source" sourceType="X"', 'plugin "Source" has no type "X"'],
    ['a service as a server', 'sourcePlugin="Source" sourceType="Pool"', 'plugin "Source" has no type "Pool"'],
  ])('%s ignores the type, with a warning', (_, attributes, warning) => {
    const plugin = embed(`<server name="Mine" ${attributes}><service name="Inside"/></server><server name="Other"/>`);
    expect(names(plugin)).toEqual(['Other']);
    expect(plugin.warnings).toEqual([`Type "Mine" is ignored: ${warning} to copy`]);
  });

  it('works across several plugins', () => {
    const middle = read(
      '<server name="Middle" sourcePlugin="Source" sourceType="Engine"><service name="Extra"/></server>',
      {
        name: 'Between',
      },
    );
    expect(names(embed('<server name="Mine" sourcePlugin="Between" sourceType="Middle"/>', middle))).toEqual([
      'Mine',
      'Pool',
      'Connection',
      'Helper',
      'Extra',
    ]);
    expect(names(embed('<service name="Mine" sourcePlugin="Between" sourceType="Pool"/>', middle))).toEqual([
      'Mine',
      'Connection',
    ]);
  });

  it('may take a type of the same plugin that has none inside', () => {
    const plugin = embed(
      '<server name="S"><service name="A"/></server><service name="B" sourcePlugin="Copy" sourceType="A"/>',
    );
    expect(names(plugin)).toEqual(['S', 'A', 'B']);
  });

  it('a type of the same plugin with others inside makes two of one name, which is refused', () => {
    const content =
      '<server name="S"><service name="A"/></server><server name="T" sourcePlugin="Copy" sourceType="S"/>';
    expect(getRefusal(() => embed(content))).toBe('Two resource types are named "A", one of them a copy (line 2)');
  });

  it('ends when types copy each other or themselves', () => {
    const content =
      '<server name="A" sourcePlugin="Copy" sourceType="B"/><server name="B" sourcePlugin="Copy" sourceType="A"/>' +
      '<server name="C" sourcePlugin="Copy" sourceType="C"/><server name="D"/>';
    expect(names(embed(content))).toEqual(['D']);
  });

  it('ends soon when hundreds of types refer to missing ones', () => {
    const content = Array.from(
      { length: 400 },
      (_, at) => `<service name="S${at}" sourcePlugin="Copy" sourceType="Nowhere"/>`,
    ).join('');
    const plugin = embed(content);
    expect(plugin.types).toEqual([]);
    expect(plugin.warnings).toHaveLength(400);
  });
});
