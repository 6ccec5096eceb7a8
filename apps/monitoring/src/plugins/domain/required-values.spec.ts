import { aDefinition, aList, aMap, aSimple } from '../../../../../libs/plugin-descriptor/test/property.builder';
import { requiredValues } from './required-values';

const before = aDefinition(aSimple('url'), aMap('auth', { members: [aSimple('user')] }));

describe('requiredValues', () => {
  it('are empty when the definition is unchanged or removed', () => {
    expect(requiredValues(before, before)).toEqual([]);
    expect(requiredValues(before, null)).toEqual([]);
    expect(requiredValues(null, null)).toEqual([]);
  });

  it('include the initial value of a new required property, null when it has none', () => {
    const after = aDefinition(
      ...before.properties,
      aSimple('port', { initialValue: '80' }),
      aSimple('key'),
      aSimple('note', { isRequired: false, initialValue: 'x' }),
    );
    expect(requiredValues(before, after)).toEqual([
      { path: ['port'], value: '80' },
      { path: ['key'], value: null },
    ]);
  });

  it('include that of a changed one, and of one that was optional', () => {
    const old = aDefinition(aSimple('a'), aSimple('b', { isRequired: false }));
    const after = aDefinition(aSimple('a', { initialValue: '' }), aSimple('b', { initialValue: '1' }));
    expect(requiredValues(old, after)).toEqual([
      { path: ['a'], value: '' },
      { path: ['b'], value: '1' },
    ]);
  });

  it('use the value of the default template', () => {
    const after = { ...aDefinition(aSimple('a', { initialValue: '1' })), defaultValues: { a: '2' } };
    expect(requiredValues(null, after)).toEqual([{ path: ['a'], value: '2' }]);
  });

  it('start lists and maps empty, and include properties in maps', () => {
    const after = aDefinition(
      aSimple('url'),
      aMap('auth', { members: [aSimple('user'), aSimple('realm', { initialValue: 'r' })] }),
      aList('hosts'),
      aMap('limits', { members: [aSimple('max', { initialValue: '9' })] }),
    );
    expect(requiredValues(before, after)).toEqual([
      { path: ['auth'], value: {} },
      { path: ['auth', 'realm'], value: 'r' },
      { path: ['hosts'], value: [] },
      { path: ['limits'], value: {} },
      { path: ['limits', 'max'], value: '9' },
    ]);
  });

  it('treat a property of another kind as a new one', () => {
    const after = aDefinition(aMap('url', { members: [aSimple('host', { initialValue: 'h' })] }));
    expect(requiredValues(before, after)).toEqual([
      { path: ['url'], value: {} },
      { path: ['url', 'host'], value: 'h' },
    ]);
  });
});
