import { isOwn, toSystemReach, reaches } from './system-reach';

const subject = 'wardstone|acme|ann';
const web = { groups: [{ id: 'web' }], owner_id: 'me' };
const ungrouped = { groups: [], owner_id: null };

describe('reaches', () => {
  it.each([
    ['no restriction', { inventoryGroups: null }, true, true],
    ['the group', { inventoryGroups: ['db', 'web'] }, true, false],
    ['another group', { inventoryGroups: ['db'] }, false, false],
    ['no group at all', { inventoryGroups: [] }, false, false],
    ['null: systems without a group', { inventoryGroups: [null] }, false, true],
    ['the group and null', { inventoryGroups: ['web', null] }, true, true],
    ['a certificate of its owner', { inventoryGroups: null, systemCn: 'ME' }, true, false],
    ['another certificate', { inventoryGroups: null, systemCn: 'you' }, false, false],
  ])('decides for a caller and a system: %s', (_name, caller, seesWeb, seesUngrouped) => {
    expect(reaches(toSystemReach({ ...caller, subject }), web)).toBe(seesWeb);
    expect(reaches(toSystemReach({ ...caller, subject }), ungrouped)).toBe(seesUngrouped);
  });
});

describe('isOwn', () => {
  const agent = toSystemReach({ inventoryGroups: null, subject, ownOnly: true });

  it('limits an agent to the systems it registered, and no other caller', () => {
    expect(isOwn(agent, { registered_by: subject })).toBe(true);
    expect(isOwn(agent, { registered_by: 'wardstone|acme|other' })).toBe(false);
    expect(isOwn(agent, { registered_by: null })).toBe(false);
    expect(isOwn(toSystemReach({ inventoryGroups: null, subject }), { registered_by: null })).toBe(true);
  });
});
