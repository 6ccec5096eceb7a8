import { toChange, describeChange, changedPage } from './change';

const thing = { kind: 'alertDefinition', id: 7, name: 'Disk full' };

describe('a change of the audit log', () => {
  it('is read from the facts, with values as people read them', () => {
    const changes = [
      { field: 'enabled', from: true, to: false },
      { field: 'collectionInterval', from: 60_000, to: 120_000 },
      { field: 'compliance_threshold', from: 90, to: null },
      { field: 'roles', from: [], to: ['viewer', 'admin'] },
      { field: 'value SSH tries', from: '', to: '3' },
      { field: 'expires_at', from: null, to: '2026-12-31T00:17:03.371Z' },
      { field: 'endTime', from: 0, to: 1_795_900_000_000 },
    ];
    expect(toChange({ thing, changes, moreChanges: 2 })).toEqual({
      thing: { ...thing, id: '7' },
      changes: [
        { field: 'enabled', from: 'yes', to: 'no' },
        { field: 'collection interval', from: '60 s', to: '120 s' },
        { field: 'compliance threshold', from: '90', to: null },
        { field: 'roles', from: '–', to: 'viewer, admin' },
        { field: 'value SSH tries', from: null, to: '3' },
        { field: 'expires at', from: null, to: { at: Date.UTC(2026, 11, 31, 0, 17, 3, 371) } },
        { field: 'end time', from: null, to: { at: 1_795_900_000_000 } },
      ],
      more: 2,
    });
  });

  it.each([{}, { thing: 'x' }, { thing: { kind: 'policy' } }, { thing: { ...thing, id: null } }, { thing: null }])(
    'is absent in %j',
    (facts) => {
      expect(toChange(facts)).toBeUndefined();
    },
  );

  it('survives facts of any shape', () => {
    expect(toChange({ thing, changes: [1, null, {}], moreChanges: 'x' })).toMatchObject({ more: 0 });
  });

  it('links to the changed object, unless it is deleted', () => {
    const policy = { kind: 'policy', id: 'a/b', name: 'CIS' };
    expect(changedPage('PATCH', policy)).toBe('/compliance/policies/a%2Fb');
    expect(changedPage('DELETE', policy)).toBeUndefined();
    expect(changedPage('PUT', { ...policy, kind: 'other' })).toBeUndefined();
    expect(describeChange('PATCH', policy)).toBe('Policy changed');
    expect(describeChange('POST', { ...policy, kind: 'waiver' })).toBe('Exception created');
    expect(describeChange('PUT', { ...policy, kind: 'operation' })).toBe('Operation started');
    expect(describeChange('POST', { ...policy, kind: 'alert' })).toBe('Alert acknowledged');
    expect(describeChange('DELETE', { ...policy, kind: 'resources' })).toBe('Resources deleted');
  });
});
