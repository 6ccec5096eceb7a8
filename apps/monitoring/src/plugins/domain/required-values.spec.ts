import { aConfiguration, aList, aMap, aSimple } from '../test/plugin-model.builder';
import { requiredValues } from './required-values';

const before = aConfiguration([aSimple({ name: 'url' }), aMap([aSimple({ name: 'user' })], { name: 'auth' })]);

describe('requiredValues', () => {
  it('needs nothing when the definition stays as it is, or goes', () => {
    expect(requiredValues(before, before)).toEqual([]);
    expect(requiredValues(before, null)).toEqual([]);
    expect(requiredValues(null, null)).toEqual([]);
  });

  it('needs the initial value of a new required property, null when it has none', () => {
    const after = aConfiguration([
      ...before.properties,
      aSimple({ name: 'port', initialValue: '80' }),
      aSimple({ name: 'key' }),
      aSimple({ name: 'note', isRequired: false, initialValue: 'x' }),
    ]);
    expect(requiredValues(before, after)).toEqual([
      { path: ['port'], value: '80' },
      { path: ['key'], value: null },
    ]);
  });

  it('needs that of a changed one, and of one that was optional', () => {
    const old = aConfiguration([aSimple({ name: 'a' }), aSimple({ name: 'b', isRequired: false })]);
    const after = aConfiguration([aSimple({ name: 'a', initialValue: '' }), aSimple({ name: 'b', initialValue: '1' })]);
    expect(requiredValues(old, after)).toEqual([
      { path: ['a'], value: '' },
      { path: ['b'], value: '1' },
    ]);
  });

  it('takes the value of the default template where there is one', () => {
    const after = aConfiguration([aSimple({ name: 'a', initialValue: '1' })], { defaultValues: { a: '2' } });
    expect(requiredValues(null, after)).toEqual([{ path: ['a'], value: '2' }]);
  });

  it('begins lists and maps empty, and looks into maps', () => {
    const after = aConfiguration([
      aSimple({ name: 'url' }),
      aMap([aSimple({ name: 'user' }), aSimple({ name: 'realm', initialValue: 'r' })], { name: 'auth' }),
      aList({ name: 'hosts' }),
      aMap([aSimple({ name: 'max', initialValue: '9' })], { name: 'limits' }),
    ]);
    expect(requiredValues(before, after)).toEqual([
      { path: ['auth'], value: {} },
      { path: ['auth', 'realm'], value: 'r' },
      { path: ['hosts'], value: [] },
      { path: ['limits'], value: {} },
      { path: ['limits', 'max'], value: '9' },
    ]);
  });

  it('treats a property of another kind as a new one', () => {
    const after = aConfiguration([aMap([aSimple({ name: 'host', initialValue: 'h' })], { name: 'url' })]);
    expect(requiredValues(before, after)).toEqual([
      { path: ['url'], value: {} },
      { path: ['url', 'host'], value: 'h' },
    ]);
  });
});
