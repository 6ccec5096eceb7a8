import { approvalProblem, needsApproval } from './approval';

describe('the approval of operations', () => {
  const requested = { requested_by: 'ann', requested_subject: 'https://one|1' };

  it.each([
    [[], 'restart', false],
    [['restart', 'run'], 'restart', true],
    [['restart'], 'restarted', false],
    [['*'], 'anything', true],
  ])('is required by %j of %s: %s', (names, operation, expected) => {
    expect(needsApproval(names, operation)).toBe(expected);
  });

  it.each([
    ['another person', { username: 'bob', subject: 'https://one|2', type: 'User' }, true],
    ['the same person', { username: 'ann', subject: 'https://one|1', type: 'User' }, false],
    ['the same person under a new name', { username: 'anna', subject: 'https://one|1', type: 'User' }, false],
    ['a person of the same name elsewhere', { username: 'Ann', subject: 'https://two|1', type: 'User' }, false],
    ['a program', { username: 'robot', subject: 'https://one|3', type: 'ServiceAccount' }, false],
  ] as const)('is given by %s: %o', (_who, caller, isGiven) => {
    expect(approvalProblem(requested, caller) === undefined).toBe(isGiven);
  });
});
