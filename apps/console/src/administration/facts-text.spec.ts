import { factsText } from './facts-text';

describe('the facts of an audit event', () => {
  it.each([
    [{}, ''],
    [{ account: 'pat', roles: ['viewer'] }, 'account: pat, roles: ["viewer"]'],
    [{ disabled: true }, 'disabled: true'],
  ])('%j read "%s"', (facts, expected) => {
    expect(factsText(facts)).toBe(expected);
  });
});
