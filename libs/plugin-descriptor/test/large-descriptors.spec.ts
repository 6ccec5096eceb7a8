import { measureProcessorTime } from '@wardstone/testing';
import type { ResolvedPlugin } from '../src/plugin-model';
import { readDescriptor } from '../src/read-descriptor';
import { bytes, descriptorFile, resolve, getType } from './descriptor.builder';
import { generatedDescriptor } from './generated-descriptor';

/** Number of parts of a plugin, by kind. */
const getCounts = ({ types }: ResolvedPlugin): Record<string, number> => ({
  types: types.length,
  metrics: types.flatMap(({ metrics }) => metrics).length,
  operations: types.flatMap(({ operations }) => operations).length,
  events: types.flatMap(({ events }) => events).length,
  packageTypes: types.flatMap(({ packageTypes }) => packageTypes).length,
  driftTemplates: types.flatMap(({ driftTemplates }) => driftTemplates).length,
});

const toNames = ({ types }: ResolvedPlugin): string[] => types.map(({ name }) => name);

describe('a descriptor of nested fragments under a prefix of its own', () => {
  const suite = readDescriptor(descriptorFile('northwind-suite.xml'));
  const plugin = resolve(suite);

  it('has each fragment wherever it is used', () => {
    expect(plugin.warnings).toEqual([]);
    expect(toNames(plugin)).toEqual(['Suite', 'Web', 'Session', 'Node', 'Worker', 'Container']);
    expect(getCounts(plugin)).toEqual({
      types: 6,
      // Four with two trends, each raw and per minute; one with a single trend; availability on all six.
      metrics: 4 * 4 + 1 + 6,
      operations: 3 + 3 + 1,
      events: 0,
      packageTypes: 1,
      driftTemplates: 0,
    });
  });

  it('has the texts of entities, nested and escaped', () => {
    expect(suite).toMatchObject({
      name: 'NorthwindSuite',
      displayName: 'North & Wind Suite',
      dependencies: [{ plugin: 'Platforms' }],
    });
    expect(getType(plugin, 'Suite')).toMatchObject({
      description: 'The server of North & Wind',
      help: '&everything; is <b>not</b> expanded here',
      operations: [{ description: 'Starts the server of North & Wind' }, { timeoutSeconds: 90 }, { name: 'restart' }],
      parents: [{ name: 'Linux' }, { name: 'Container', plugin: 'NorthwindSuite' }],
    });
  });

  it('is the same in UTF-16 with a mark', () => {
    const text = descriptorFile('northwind-suite.xml')
      .toString('utf8')
      .replace('encoding="UTF-8"', 'encoding="UTF-16"');
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(readDescriptor(little)).toEqual(suite);
    expect(readDescriptor(Buffer.from(little).swap16())).toEqual(suite);
  });

  it('provides its types to another plugin', () => {
    const cluster = resolve(readDescriptor(descriptorFile('northwind-cluster.xml')), suite);
    expect(toNames(cluster)).toEqual([
      'Clustered Suite',
      'Web',
      'Session',
      'Node',
      'Worker',
      'Balancer',
      'Standby Container',
      'Cluster',
      'Shared Session',
      'Container Probe',
    ]);
    expect(getCounts(cluster)).toEqual({
      types: 10,
      metrics: 4 * 4 + 1 + 1 + 1 + 10,
      operations: 3 + 3 + 1 + 1,
      events: 0,
      packageTypes: 1,
      driftTemplates: 0,
    });
    expect(cluster.warnings).toEqual([
      'Type "Borrowed" is ignored: plugin "NotInstalled" has no type "Anything" to copy',
    ]);
    expect(getType(cluster, 'Container Probe')).toMatchObject({ category: 'SERVICE', placement: 'ANY_PLATFORM' });
    expect(getType(cluster, 'Shared Session').isSingleton).toBe(false);
  });
});

describe('a descriptor in another language and another order', () => {
  const plugin = resolve(readDescriptor(descriptorFile('weather-station.xml')));

  it('has everything that it declares', () => {
    expect(plugin.descriptor).toMatchObject({
      displayName: 'Wetterstation Zürich – 天気',
      help: 'Misst <em>alles</em> &amp; mehr',
    });
    expect(getCounts(plugin)).toEqual({
      types: 3,
      metrics: 2 + 1 + 1,
      operations: 0,
      events: 1,
      packageTypes: 0,
      driftTemplates: 1,
    });
    expect(plugin.types.map(({ name, placement, createPolicy }) => [name, placement, createPolicy])).toEqual([
      ['Außenfühler', 'ANY_PLATFORM', 'NEITHER'],
      ['Mast', 'NONE', 'NEITHER'],
      ['Antenne', 'LISTED', 'NEITHER'],
    ]);
  });

  it('warns of tolerated mistakes', () => {
    expect(plugin.warnings).toEqual([
      'Element "metric" has the invalid attribute displayType="huge", which is ignored (line 10)',
      'Element "metric" occurs twice with the name "größteTemperatur"; the first one is used (line 11)',
    ]);
    expect(
      getType(plugin, 'Außenfühler').metrics.map((metric) => [
        metric.displayName,
        metric.unit,
        metric.defaultIntervalMs,
      ]),
    ).toEqual([
      ['Größte Temperatur', 'CELSIUS', 30_000],
      ['Gefühlt', 'FAHRENHEIGHT', 2_400_000],
      ['Availability', 'NONE', 120_000],
    ]);
  });
});

describe('a generated descriptor', () => {
  it.each([
    [300, 30],
    [400, 40],
  ])('of %d types has all of them', (types, servers) => {
    const plugin = resolve(readDescriptor(bytes(generatedDescriptor(servers))));
    expect(plugin.warnings).toEqual([]);
    expect(getCounts(plugin)).toEqual({
      types,
      metrics: types * (5 + 4 + 1),
      operations: types * 3,
      events: types * 2,
      packageTypes: types,
      driftTemplates: 0,
    });
    expect(getType(plugin, 'Server 7').pluginConfiguration?.defaultValues).toEqual({ a: 'number 1', b: {} });
    expect(getType(plugin, 'Service 7.8').metrics[0]?.description).toBe('Metric number 1');
  });

  it('of five megabytes and no entities takes time in proportion', async () => {
    const line = '<metric property="abc" displayName="Some metric name" units="bytes"/>\n';
    const document = (lines: number): Uint8Array =>
      bytes(`<plugin name="P" xmlns="urn:xmlns:rhq-plugin"><server name="S">${line.repeat(lines)}</server></plugin>`);
    const spentMs = await measureProcessorTime(() => expect(readDescriptor(document(75_000)).types).toHaveLength(1));
    // Half a second; a search to the end of the document for each attribute takes a minute.
    expect(spentMs).toBeLessThan(10_000);
  });
});
