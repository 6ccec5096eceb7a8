import { unitSymbol } from '@wardstone/units';
import type { MetricDefinition } from '../src/plugin-model';
import { readDescriptor } from '../src/read-descriptor';
import { descriptorFile, resolve, getType } from './descriptor.builder';

const row = (metric: MetricDefinition): unknown[] => [
  metric.name,
  metric.isPerMinute,
  metric.numericType,
  metric.dataType,
  metric.displayName,
  unitSymbol(metric.unit),
  metric.displayType,
  metric.isOnByDefault,
  metric.defaultIntervalMs,
];

describe('the example descriptor of the plugin specification', () => {
  const descriptor = readDescriptor(descriptorFile('acme-gateway.xml'));
  const plugin = resolve(descriptor);

  it('is read without a warning', () => {
    expect(plugin.warnings).toEqual([]);
  });

  it('has the plugin, its dependencies and its help', () => {
    expect(descriptor).toMatchObject({
      name: 'AcmeGateway',
      displayName: 'Acme Gateway',
      description: 'Gateway monitoring',
      version: '1.4.0',
      help: '<p>See the operator guide.</p>',
      agentDetails: { ampsVersion: '2.0', package: 'com.acme.gw' },
      dependencies: [
        { plugin: 'Platforms', isRequired: true },
        { plugin: 'NotInstalled', isRequired: false },
      ],
    });
  });

  it('has five types with their category, parents and policies', () => {
    const gateway = { name: 'Gateway', plugin: 'AcmeGateway' };
    expect(
      plugin.types.map((type) => [
        type.name,
        type.category,
        type.placement,
        type.parents,
        type.createPolicy,
        type.creationDataType,
        type.operations.length,
        type.metrics.length,
      ]),
    ).toEqual([
      [
        'Gateway',
        'SERVER',
        'LISTED',
        [
          { name: 'Linux', plugin: 'Platforms' },
          { name: 'Appliance', plugin: 'NotInstalled' },
        ],
        'NEITHER',
        'CONFIGURATION',
        2,
        7,
      ],
      ['Route', 'SERVICE', 'LISTED', [gateway], 'BOTH', 'CONTENT', 0, 2],
      ['Listener', 'SERVICE', 'LISTED', [gateway], 'DELETE_ONLY', 'CONFIGURATION', 0, 1],
      [
        'Certificate',
        'SERVICE',
        'LISTED',
        [{ name: 'Listener', plugin: 'AcmeGateway' }],
        'NEITHER',
        'CONFIGURATION',
        0,
        3,
      ],
      ['Probe', 'SERVICE', 'ANY_PLATFORM', [], 'NEITHER', 'CONFIGURATION', 0, 3],
    ]);
    expect(getType(plugin, 'Gateway')).toMatchObject({
      description: 'Acme gateway process',
      subCategory: 'Edge',
      supportsManualAdd: true,
    });
    expect(getType(plugin, 'Listener').isSingleton).toBe(true);
    expect(getType(plugin, 'Probe').description).toBe('Stand-alone certificate probe');
  });

  it('has the metrics of the server in order, with their defaults', () => {
    expect(getType(plugin, 'Gateway').metrics.map(row)).toEqual([
      ['requestCount', false, 'TRENDSUP', 'MEASUREMENT', 'Request Count', '', 'DETAIL', false, 600_000],
      ['requestCount', true, 'DYNAMIC', 'MEASUREMENT', 'Request Count per Minute', '', 'SUMMARY', true, 600_000],
      ['heapUsed', false, 'DYNAMIC', 'MEASUREMENT', 'Heap Used', 'B', 'SUMMARY', true, 60_000],
      ['queueRatio', false, 'DYNAMIC', 'MEASUREMENT', 'Queue Fill', '%', 'DETAIL', true, 1_200_000],
      ['buildLabel', false, 'DYNAMIC', 'TRAIT', 'Build Label', '', 'SUMMARY', true, 86_400_000],
      ['responseTimes', false, 'DYNAMIC', 'CALLTIME', 'Response Times', 'ms', 'DETAIL', true, 600_000],
      ['rhq.availability', false, 'DYNAMIC', 'AVAILABILITY', 'Availability', '', 'DETAIL', true, 60_000],
    ]);
  });

  it('has the metrics of the services', () => {
    const availability = [
      'rhq.availability',
      false,
      'DYNAMIC',
      'AVAILABILITY',
      'Availability',
      '',
      'DETAIL',
      true,
      600_000,
    ];
    const certificate = [
      ['daysLeft', false, 'TRENDSDOWN', 'MEASUREMENT', 'Days Left', 'd', 'DETAIL', false, 2_400_000],
      ['daysLeft', true, 'DYNAMIC', 'MEASUREMENT', 'Days Left per Minute', 'd', 'DETAIL', false, 2_400_000],
      availability,
    ];
    expect(getType(plugin, 'Route').metrics.map(row)).toEqual([
      ['hits', false, 'DYNAMIC', 'MEASUREMENT', 'Hits', '', 'SUMMARY', true, 1_200_000],
      availability,
    ]);
    expect(getType(plugin, 'Listener').metrics.map(row)).toEqual([availability]);
    expect(getType(plugin, 'Certificate').metrics.map(row)).toEqual(certificate);
    expect(getType(plugin, 'Probe').metrics.map(row)).toEqual(certificate);
  });

  it('has the operations with their parameters and results', () => {
    const [stop, setLogLevel] = getType(plugin, 'Gateway').operations;
    expect(stop).toMatchObject({ name: 'stop', displayName: 'Stop', timeoutSeconds: 120, parameters: null });
    expect(stop?.results?.properties.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['operationResult', false],
    ]);
    expect(setLogLevel?.timeoutSeconds).toBeNull();
    expect(setLogLevel?.parameters?.properties).toMatchObject([
      {
        kind: 'SIMPLE',
        name: 'level',
        type: 'STRING',
        isRequired: true,
        initialValue: 'INFO',
        options: [
          { name: 'INFO', value: 'INFO' },
          { name: 'Warnings', value: 'WARN' },
        ],
        allowsCustomValue: false,
      },
      {
        name: 'seconds',
        type: 'INTEGER',
        isRequired: false,
        initialValue: null,
        defaultValue: '60',
        constraints: [{ kind: 'INTEGER', minimum: 1, maximum: 3600 }],
      },
      { kind: 'LIST', name: 'loggers', min: 0, max: 10, member: { kind: 'SIMPLE', name: 'logger' } },
    ]);
    expect(setLogLevel?.results?.properties).toMatchObject([
      { kind: 'LIST', name: 'changed', member: { kind: 'MAP', members: [{ name: 'logger' }, { name: 'old' }] } },
    ]);
  });

  it('has the configurations, with groups, templates and default values', () => {
    const { pluginConfiguration, resourceConfiguration } = getType(plugin, 'Gateway');
    expect(pluginConfiguration).toMatchObject({
      format: 'STRUCTURED',
      groups: [{ name: 'auth', displayName: 'Authentication', isHiddenByDefault: true }],
      defaultValues: { adminUrl: 'http://127.0.0.1:9000', user: null, secret: null },
      templates: [{ name: 'TLS', description: 'secured admin port', values: { adminUrl: 'https://127.0.0.1:9443' } }],
    });
    expect(pluginConfiguration?.properties.map(({ name, group }) => [name, group])).toEqual([
      ['adminUrl', null],
      ['user', 'auth'],
      ['secret', 'auth'],
    ]);
    expect(resourceConfiguration?.properties).toMatchObject([
      { kind: 'MAP', name: 'limits', members: [{ name: 'maxConnections', type: 'INTEGER', unit: 'NONE' }] },
      { name: 'pool', optionSource: { target: 'RESOURCE', filter: null, expressionScope: 'BASE_RESOURCE' } },
    ]);
    expect(resourceConfiguration?.defaultValues).toEqual({ limits: {}, pool: null });
  });

  it('has events, package types, drift templates and what agents need', () => {
    const gateway = getType(plugin, 'Gateway');
    expect(gateway.events).toEqual([
      { name: 'accessLog', displayName: 'Access Log', description: 'Lines of the access log' },
    ]);
    expect(gateway.packageTypes).toMatchObject([
      { name: 'routeTable', displayName: 'Route Table', category: 'CONFIGURATION', discoveryIntervalMs: 43_200_000 },
    ]);
    expect(getType(plugin, 'Route').packageTypes).toMatchObject([
      { name: 'routeFile', category: 'DEPLOYABLE', isCreationType: true, discoveryIntervalMs: 600_000 },
    ]);
    expect(gateway.driftTemplates).toEqual([
      {
        name: 'config-files',
        description: 'Watched configuration',
        definition: {
          baseDirectory: { context: 'PLUGIN_CONFIGURATION', name: 'adminUrl' },
          intervalSeconds: 3600,
          handlingMode: 'NORMAL',
          includes: [{ path: 'conf', pattern: '*.toml' }],
          excludes: [],
        },
      },
    ]);
    expect(gateway.agentDetails).toEqual({
      discoveryClass: 'GatewayDiscovery',
      componentClass: 'GatewayComponent',
      classLoader: 'SHARED',
      processScans: [{ query: 'process|basename|match=^acmegw$', name: 'unix' }],
      bundle: null,
      bundleTarget: {
        baseDirectories: [
          {
            name: 'Deploy Dir',
            description: 'where routes live',
            accepts: [],
            source: { context: 'RESOURCE_CONFIGURATION', name: 'pool' },
          },
        ],
        destinations: [],
      },
    });
  });
});
