import { unwrapLines, toPassages } from './flowing';

describe('a text of a guide', () => {
  it.each([
    ['one', 'one'],
    ['to ensure\nsecurity \nof all', 'to ensure security of all'],
    ['first\n\nsecond', 'first\n\nsecond'],
    ['these:\n- one\n- two', 'these:\n- one\n- two'],
    ['run\n  $ reboot', 'run\n  $ reboot'],
  ])('%j is wrapped as %j', (text, expected) => {
    expect(unwrapLines(text)).toBe(expected);
  });
});

describe('the commands of a text', () => {
  it('are separate lines, and the sentence after them continues', () => {
    const text = 'Enable it: $ sudo systemctl enable ntp.service $ echo done Then look at the log.';
    expect(toPassages(text)).toEqual([
      { isCode: false, text: 'Enable it:' },
      { isCode: true, text: '$ sudo systemctl enable ntp.service' },
      { isCode: true, text: '$ echo done' },
      { isCode: false, text: 'Then look at the log.' },
    ]);
  });

  it('are not found in a text without a prompt, even with an amount of money', () => {
    expect(toPassages('It costs $5 at most.')).toEqual([{ isCode: false, text: 'It costs $5 at most.' }]);
  });
});
