import { reachOf, reaches } from './system-reach';

const web = { groups: [{ id: 'web' }], ownerId: 'me' };
const ungrouped = { groups: [], ownerId: null };

describe('reaches', () => {
  it.each([
    ['no restriction', { inventoryGroups: null }, true, true],
    ['the group', { inventoryGroups: ['db', 'web'] }, true, false],
    ['another group', { inventoryGroups: ['db'] }, false, false],
    ['no group at all', { inventoryGroups: [] }, false, false],
    ['null: systems without a group', { inventoryGroups: [null] }, false, true],
    ['the group and null', { inventoryGroups: ['web', null] }, true, true],
    ['a certificate of its owner', { inventoryGroups: null, systemCn: 'ME' }, true, false],
    ['a certificate of somebody else', { inventoryGroups: null, systemCn: 'you' }, false, false],
  ])('with %s', (_name, caller, seesWeb, seesUngrouped) => {
    expect(reaches(reachOf(caller), web)).toBe(seesWeb);
    expect(reaches(reachOf(caller), ungrouped)).toBe(seesUngrouped);
  });
});
