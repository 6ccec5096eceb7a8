import { counted } from './counted';

describe('numbers with a noun', () => {
  it.each([
    [0, '0 hosts'],
    [1, '1 host'],
    [1.5, '1.5 hosts'],
    [1500, '1,500 hosts'],
  ])('%d: %s', (number, expected) => {
    expect(counted(number, 'host')).toBe(expected);
  });

  it('accepts irregular plurals', () => {
    expect(counted(2, 'reply', 'replies')).toBe('2 replies');
  });
});
