import { type DefinitionDraft, NEW_DEFINITION, recoveryOf, sentDefinition } from './definition-draft';
import { newCondition } from './condition-draft';
import { opposite } from './opposite';

const metric = { definitionId: 7, displayName: 'Used', unit: '%', type: 'MEASUREMENT' as const };
const disk: DefinitionDraft = {
  ...NEW_DEFINITION,
  name: 'Disk full',
  conditions: [{ ...newCondition('THRESHOLD', 7), threshold: '90' }],
  notifications: [
    { senderName: 'System Users', config: { subjectId: '|2|' } },
    { senderName: 'Resource Operations', config: {} },
  ],
};

describe('what is over when its opposite holds', () => {
  it.each([
    [
      { category: 'THRESHOLD', comparator: '>', threshold: 1 },
      { comparator: '<', threshold: 1 },
    ],
    [{ category: 'BASELINE', comparator: '<', threshold: 1 }, { comparator: '>' }],
    [
      { category: 'RANGE', comparator: '<=', threshold: 1, option: '2' },
      { comparator: '>', option: '2' },
    ],
    [{ category: 'AVAILABILITY', name: 'AVAIL_GOES_DOWN' }, { name: 'AVAIL_GOES_UP' }],
    [
      { category: 'AVAIL_DURATION', name: 'AVAIL_DURATION_DOWN' },
      { category: 'AVAILABILITY', name: 'AVAIL_GOES_UP' },
    ],
  ] as const)('of %j is %j', (condition, expected) => {
    expect(opposite([condition], 'ANY')?.conditions).toMatchObject([expected]);
  });

  it.each([
    { category: 'THRESHOLD', comparator: '=', threshold: 1 },
    { category: 'AVAILABILITY', name: 'AVAIL_GOES_UP' },
    { category: 'EVENT', name: 'ERROR' },
    { category: 'CHANGE' },
  ] as const)('is nothing for %j', (condition) => {
    expect(opposite([condition], 'ANY')).toBeUndefined();
  });

  it('is all of the opposites when one condition was enough', () => {
    const conditions = [
      { category: 'THRESHOLD', comparator: '>', threshold: 1 },
      { category: 'THRESHOLD', comparator: '<', threshold: 0 },
    ] as const;
    expect([opposite(conditions, 'ANY')?.conditionMode, opposite(conditions, 'ALL')?.conditionMode]).toEqual([
      'ALL',
      'ANY',
    ]);
  });
});

describe('a new definition', () => {
  it('fires once, until another one that tells the same people has enabled it again', () => {
    expect(sentDefinition(disk, [metric])).toMatchObject({ dampeningCategory: 'ONCE' });
    expect(recoveryOf(disk, [metric], { id: 5, name: 'Disk full: recovered' })).toMatchObject({
      name: 'Disk full: recovered',
      priority: 'LOW',
      recoveryId: 5,
      dampeningCategory: 'NONE',
      conditions: [{ comparator: '<', threshold: 0.9 }],
      notifications: [{ senderName: 'System Users' }],
    });
  });

  it('fires each time where nothing can be over', () => {
    const events = { ...disk, conditions: [newCondition('EVENT')] };
    expect(sentDefinition(events, [])).toMatchObject({ dampeningCategory: 'NONE' });
    expect(recoveryOf(events, [], { id: 5, name: 'x' })).toBeUndefined();
  });
});
