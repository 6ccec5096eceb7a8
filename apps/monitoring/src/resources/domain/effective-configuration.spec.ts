import type { ConfigurationDefinition, SimpleProperty } from '@wardstone/plugin-descriptor';
import { effectiveConfiguration, missingProperties } from './effective-configuration';

const property = (name: string, isRequired: boolean) => ({ kind: 'SIMPLE', name, isRequired }) as SimpleProperty;
const DEFINITION = {
  properties: [property('path', true), property('user', false), property('port', true)],
  defaultValues: { path: null, user: null, port: '80' },
} as unknown as ConfigurationDefinition;

describe('effectiveConfiguration', () => {
  it('is the default values overridden by the sent ones, as texts', () => {
    expect(effectiveConfiguration(DEFINITION, { path: '/var', port: 8080, more: true })).toEqual({
      path: '/var',
      user: null,
      port: '8080',
      more: 'true',
    });
  });

  it('keeps lists and maps', () => {
    const sent = { list: [1, { a: null }], map: { deep: [false] } };
    expect(effectiveConfiguration(null, sent)).toEqual({ list: ['1', { a: null }], map: { deep: ['false'] } });
  });

  it('is empty for types without configuration', () => {
    expect(effectiveConfiguration(null)).toEqual({});
  });
});

describe('missingProperties', () => {
  it.each([
    [{ path: '/var', port: '80' }, []],
    [{ path: null, port: '80' }, ['path']],
    [{ path: '', port: '' }, ['path', 'port']],
    [{}, ['path', 'port']],
  ])('of %j are %j', (configuration, expected) => {
    expect(missingProperties(DEFINITION, configuration)).toEqual(expected);
  });

  it('are none without a definition', () => {
    expect(missingProperties(null, {})).toEqual([]);
  });
});
