import { ApiError, CommonError } from '@wardstone/errors';
import { DEFAULT_CHALLENGE, SESSION_CHALLENGE, challengeFor, renderChallenge, withChallenge } from './challenge';

describe('renderChallenge', () => {
  it.each([
    ['both', DEFAULT_CHALLENGE, false, ['Basic realm="Wardstone"', 'Bearer']],
    [
      'Basic with a realm of its own',
      { schemes: ['Basic'], realm: 'rhq REST' } as const,
      true,
      ['Basic realm="rhq REST"'],
    ],
    ['Bearer', { schemes: ['Bearer'], realm: '' } as const, false, ['Bearer']],
    ['Bearer after a bad token', { schemes: ['Bearer'], realm: '' } as const, true, ['Bearer error="invalid_token"']],
    [
      'a realm with quotes',
      { schemes: ['Basic'], realm: 'a "b" \\' } as const,
      false,
      ['Basic realm="a \\"b\\" \\\\"'],
    ],
  ])('offers %s, a line for each scheme', (_case, challenge, hasBadToken, value) => {
    expect(renderChallenge(challenge, hasBadToken)).toEqual(value);
  });
});

describe('challengeFor', () => {
  it.each([
    ['a program', {}, DEFAULT_CHALLENGE],
    [
      'a browser that is about to show the page',
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
      DEFAULT_CHALLENGE,
    ],
    ['a program that says how it fetches, as Node.js does', { 'sec-fetch-mode': 'cors' }, DEFAULT_CHALLENGE],
    ['a page that fetches', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }, SESSION_CHALLENGE],
    ['an image of a page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }, SESSION_CHALLENGE],
    ['a script over a plain connection', { 'x-requested-with': 'fetch' }, SESSION_CHALLENGE],
  ])('chooses the challenge for %s', (_case, headers, challenge) => {
    expect(challengeFor(headers)).toBe(challenge);
  });
});

describe('withChallenge', () => {
  it('adds the challenge to a 401 and keeps the rest of it', () => {
    const cause = new Error('why');
    const error = new ApiError(CommonError.expired_token, 'too old', { cause, extensions: { a: 1 } });
    expect(withChallenge(error, DEFAULT_CHALLENGE, [CommonError.expired_token])).toMatchObject({
      kind: CommonError.expired_token,
      detail: 'too old',
      cause,
      extensions: { a: 1 },
      headers: { 'WWW-Authenticate': ['Basic realm="Wardstone"', 'Bearer error="invalid_token"'] },
    });
  });

  it.each([CommonError.too_many_attempts, CommonError.service_unavailable])('leaves $type alone', (kind) => {
    const error = new ApiError(kind);
    expect(withChallenge(error, DEFAULT_CHALLENGE, [])).toBe(error);
  });
});
