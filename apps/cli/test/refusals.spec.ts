import { withFields } from '../src/session';

describe('refusals', () => {
  it.each([
    ['name: is missing', [], 'name: is missing'],
    ['Invalid body', [['name', ['is missing']]], 'Invalid body name is missing'],
    [
      'Invalid body',
      [
        ['name', ['is missing', 'is no text']],
        ['id', ['is 0']],
      ],
      'Invalid body name is missing, is no text; id is 0',
    ],
    ['Field name is missing', [['name', ['is missing']]], 'Field name is missing'],
    [
      'Webhook: property url is missing',
      [['notifications.0.url', ['property url is missing']]],
      'Webhook: property url is missing (notifications.0.url)',
    ],
  ] as const)('say each problem once: %s, %j', (sentence, fields, line) => {
    expect(withFields(sentence, fields)).toBe(line);
  });
});
