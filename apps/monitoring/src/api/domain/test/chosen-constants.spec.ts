import { chosenConstants } from '../chosen-constants';

const PRIORITIES = ['HIGH', 'MEDIUM', 'LOW'] as const;

describe('constants in a list', () => {
  it.each([
    ['one', 'high', ['HIGH']],
    ['several in any letter case', 'Low,HIGH', ['LOW', 'HIGH']],
    ['blanks around items', ' low , medium ', ['LOW', 'MEDIUM']],
    ['empty items', ',high,,', ['HIGH']],
    ['the same twice', 'high,high', ['HIGH']],
    ['none', ' , ', []],
  ])('are read: %s', (_case, text, chosen) => {
    expect(chosenConstants(text, PRIORITIES)).toEqual(chosen);
  });

  it('are refused when one is unknown', () => {
    expect(chosenConstants('high,urgent', PRIORITIES)).toBeUndefined();
  });
});
