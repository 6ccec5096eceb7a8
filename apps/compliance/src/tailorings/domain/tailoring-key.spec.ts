import { parseTailoringKey } from './tailoring-key';

const ID = 'a4d8c1e0-3b5f-4c27-8e96-1f0d7b2a9c35';

describe('parseTailoringKey', () => {
  it.each([
    [ID, { id: ID }],
    [ID.toUpperCase().replaceAll('-', ''), { id: ID }],
    ['0', { osMinorVersion: 0 }],
    ['10', { osMinorVersion: 10 }],
    ['2147483647', { osMinorVersion: 2_147_483_647 }],
    ['2147483648', { osMinorVersion: -1 }],
    ['9'.repeat(400), { osMinorVersion: -1 }],
    // 32 digits are a UUID before they are a number.
    ['1'.repeat(32), { id: '11111111-1111-1111-1111-111111111111' }],
  ])('reads %s', (text, key) => expect(parseTailoringKey(text)).toEqual(key));

  it.each(['', '-1', '+1', '1.0', '1e1', 'x', ' 1', `${ID}0`, '١'])('rejects %j', (text) => {
    expect(parseTailoringKey(text)).toBeUndefined();
  });
});
