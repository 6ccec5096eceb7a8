import { getCategory, hasSeveralTypes, typeOfGroup } from './group-category';

describe('the category of a group', () => {
  it.each([
    ['a declared type, empty', [7, null, null], 'COMPATIBLE', 7, false],
    ['a declared type and members', [7, 7, 7], 'COMPATIBLE', 7, false],
    ['members of one type', [null, 7, 7], 'COMPATIBLE', 7, false],
    ['members of several types', [null, 7, 8], 'MIXED', null, true],
    ['no type and no members', [null, null, null], 'MIXED', null, false],
  ] as const)(
    'is decided for %s',
    (_what, [declared_type_id, lowest_type_id, highest_type_id], category, type, hasSeveral) => {
      const group = { declared_type_id, lowest_type_id, highest_type_id };
      expect([getCategory(group), typeOfGroup(group), hasSeveralTypes(group)]).toEqual([category, type, hasSeveral]);
    },
  );
});
