import { tokenState } from './token-state';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const [before, after] = ['2026-06-01T12:00:00Z', '2026-06-01T12:00:01Z'];

describe('the state of a token', () => {
  it.each([
    [null, null, 'active'],
    [null, after, 'active'],
    [null, before, 'expired'],
    [before, after, 'revoked'],
    [before, before, 'revoked'],
  ])('revoked at %s and expiring at %s is %s', (revokedAt, expiresAt, expected) => {
    expect(tokenState({ revokedAt, expiresAt }, NOW)).toBe(expected);
  });
});
