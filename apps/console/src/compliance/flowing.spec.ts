import { flowing } from './flowing';

describe('a text of a guide', () => {
  it.each([
    ['one', 'one'],
    ['to ensure\nsecurity \nof all', 'to ensure security of all'],
    ['first\n\nsecond', 'first\n\nsecond'],
    ['these:\n- one\n- two', 'these:\n- one\n- two'],
    ['run\n  $ reboot', 'run\n  $ reboot'],
  ])('%j flows as %j', (text, expected) => {
    expect(flowing(text)).toBe(expected);
  });
});
