import { descriptorFile } from '../../../../../libs/plugin-descriptor/test/descriptor.builder';
import { generatedDescriptor } from '../../../../../libs/plugin-descriptor/test/generated-descriptor';
import { aJar, usePlugins } from './plugin-fixture';

/** Number of records of a plugin in the database, by kind. */
interface Counts {
  types: number;
  /** Links from a type to one it may lie in. */
  parents: number;
  metrics: number;
  operations: number;
  events: number;
  packages: number;
  drift: number;
  /** Plugins it names, those included that it can do without. */
  dependencies: number;
}

/** Expected counts by plugin; types on any platform have one parent for each type of platform. */
const EXPECTED: Record<string, Omit<Counts, 'parents'> & { ownParents: number; onAnyPlatform: number }> = {
  AcmeGateway: {
    types: 5,
    // Gateway on Linux, for the other parent is not installed; Route, Listener and Certificate in their containers.
    ownParents: 4,
    onAnyPlatform: 1,
    metrics: 7 + 2 + 1 + 3 + 3,
    operations: 2,
    events: 1,
    packages: 2,
    drift: 1,
    dependencies: 2,
  },
  NorthwindSuite: {
    types: 6,
    // Suite on Linux and in Container; Web, Session, Node, Worker in their containers.
    ownParents: 2 + 4,
    onAnyPlatform: 1,
    metrics: 23,
    operations: 7,
    events: 0,
    packages: 1,
    drift: 0,
    dependencies: 1,
  },
  NorthwindCluster: {
    types: 10,
    ownParents: 7,
    onAnyPlatform: 3,
    metrics: 29,
    operations: 8,
    events: 0,
    packages: 1,
    drift: 0,
    dependencies: 2,
  },
  Wetterstation: {
    types: 3,
    ownParents: 1,
    onAnyPlatform: 1,
    metrics: 4,
    operations: 0,
    events: 1,
    packages: 0,
    drift: 1,
    dependencies: 0,
  },
  HarbourCranes: {
    types: 7,
    ownParents: 5,
    onAnyPlatform: 2,
    metrics: 4 + 2 + 2 + 2 + 1 + 1 + 1,
    operations: 2,
    events: 1,
    packages: 0,
    drift: 0,
    dependencies: 1,
  },
  // All of a crane, rails of its own, and a chain.
  HarbourPortals: {
    types: 8,
    ownParents: 7,
    onAnyPlatform: 1,
    metrics: 12 + 1 + 1,
    operations: 2,
    events: 1,
    packages: 1,
    drift: 0,
    dependencies: 1,
  },
  // A copy of a copied type.
  HarbourTwins: {
    types: 9,
    ownParents: 7,
    onAnyPlatform: 2,
    metrics: 14 + 1,
    operations: 2,
    events: 1,
    packages: 1,
    drift: 0,
    dependencies: 2,
  },
  Generated: {
    types: 300,
    ownParents: 270,
    onAnyPlatform: 30,
    metrics: 3000,
    operations: 900,
    events: 600,
    packages: 300,
    drift: 0,
    dependencies: 0,
  },
};

describe('descriptors of all kinds', () => {
  const api = usePlugins();

  const getCounts = async (plugin: string): Promise<Counts> => {
    const [row] = await api.database.query<Counts>(
      `WITH types AS (
         SELECT t.id FROM resource_type t JOIN plugin p ON p.id = t.plugin_id WHERE p.name = $1 AND NOT t.is_deleted)
       SELECT (SELECT count(*) FROM types) AS types,
              (SELECT count(*) FROM resource_type_parent d JOIN types t ON t.id = d.type_id) AS parents,
              (SELECT count(*) FROM metric_definition d JOIN types t ON t.id = d.resource_type_id) AS metrics,
              (SELECT count(*) FROM operation_definition d JOIN types t ON t.id = d.resource_type_id) AS operations,
              (SELECT count(*) FROM event_definition d JOIN types t ON t.id = d.resource_type_id) AS events,
              (SELECT count(*) FROM package_type d JOIN types t ON t.id = d.resource_type_id) AS packages,
              (SELECT count(*) FROM drift_template d JOIN types t ON t.id = d.resource_type_id) AS drift,
              (SELECT count(*) FROM plugin_dependency d JOIN plugin p ON p.id = d.plugin_id WHERE p.name = $1)
                AS dependencies`,
      [plugin],
    );
    return row!;
  };
  const platforms = async (): Promise<number> => {
    const [row] = await api.database.query<{ count: number }>(
      `SELECT count(*) AS count FROM resource_type t WHERE t.category = 'PLATFORM' AND NOT t.is_deleted`,
    );
    return row!.count;
  };

  /** Plugins with dependencies come first, and wait in the drop box until one scan takes them all. */
  beforeAll(async () => {
    const names = [
      'harbour-twins',
      'harbour-portals',
      'harbour-cranes',
      'northwind-cluster',
      'northwind-suite',
      'acme-gateway',
      'weather-station',
    ];
    for (const [at, name] of names.entries()) {
      const descriptor = descriptorFile(`${name}.xml`);
      const isJar = at % 2 === 0;
      const bytes = isJar ? await aJar({ 'META-INF/rhq-plugin.xml': descriptor }) : descriptor;
      expect(await api.deploy(bytes, `name=${name}.${isJar ? 'jar' : 'xml'}`)).toMatchObject({ status: 200 });
    }
    expect(await api.versions()).toEqual({});
    const generated = Buffer.from(generatedDescriptor(30));
    expect(await api.deploy(generated, 'name=generated.xml&scan=true')).toMatchObject({ status: 200 });
  });

  it('are registered by one scan in any order', async () => {
    expect(Object.keys(await api.versions()).sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  it.each(Object.keys(EXPECTED))('%s has exactly what its descriptor declares', async (plugin) => {
    const { ownParents, onAnyPlatform, ...expected } = EXPECTED[plugin]!;
    expect(await getCounts(plugin)).toEqual({ ...expected, parents: ownParents + onAnyPlatform * (await platforms()) });
  });

  it('may copy types that another plugin has copied itself, each under the names of its own plugin', async () => {
    const types = await api.listTypes('HarbourTwins');
    expect(types['Filament']?.parents).toEqual(['{HarbourTwins}Fibre']);
    expect(types['Rail']?.parents).toEqual(['{HarbourTwins}Twin Portal Crane']);
    expect((await api.listTypes('HarbourPortals'))['Filament']?.parents).toEqual(['{HarbourPortals}Fibre']);
  });

  it('can all be searched and read', async () => {
    const { body, headers } = await api.get('/rest/resource/type?plugin=Generated&q=Service 7.&ps=50').expect(200);
    expect(headers['x-collection-size']).toBe('9');
    expect((body as { name: string }[]).map(({ name }) => name)).toContain('Service 7.8');
    const weather = await api.get(`/rest/resource/type?q=${encodeURIComponent('fühler')}`).expect(200);
    expect(weather.body).toMatchObject([{ name: 'Außenfühler', pluginName: 'Wetterstation' }]);
  });
});
