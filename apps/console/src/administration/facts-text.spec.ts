import { factsText } from './facts-text';

describe('the facts of an audit event', () => {
  it.each([
    [{}, ''],
    [{ account: 'pat', roles: ['viewer', 'agent'] }, 'account: pat; roles: viewer, agent'],
    [{ terms: { days: 3 } }, 'terms: {"days":3}'],
    [{ disabled: true }, 'disabled: true'],
    [{ thing: { kind: 'policy', id: 1, name: 'CIS' }, changes: [], moreChanges: 1, rules: 3 }, 'rules: 3'],
  ])('%j are shown as "%s"', (facts, expected) => {
    expect(factsText(facts)).toBe(expected);
  });
});
