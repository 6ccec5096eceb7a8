import { ERROR_TYPE_PATTERN } from '../error-type';
import { ALL_ERROR_TYPES } from '.';

const SENTENCE = /^[A-Z"'<`].*[.?!]$/s;
const toSentences = (text: string): number => text.split(/[.?!](?:\s|$)/).filter((part) => part.trim() !== '').length;

describe('the tables of error types', () => {
  it('name every type once over all services', () => {
    const names = ALL_ERROR_TYPES.map(({ type }) => type);

    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('hold the twelve types of the reference registry', () => {
    const names = ALL_ERROR_TYPES.map(({ type }) => type);

    expect(names).toEqual(
      expect.arrayContaining([
        'external_service_timeout',
        'invalid_request',
        'invalid_response',
        'invalid_token',
        'expired_token',
        'insufficient_scope',
        'fresh_login_required',
        'exceeds_license',
        'not_found',
        'downstream_issue',
        'tag_immutable',
        'token_rotation_failed',
      ]),
    );
  });

  describe.each(ALL_ERROR_TYPES.map((kind) => [kind.type, kind] as const))('%s', (type, kind) => {
    it('has a name that fits an address, and the status of an error', () => {
      expect(type).toMatch(ERROR_TYPE_PATTERN);
      expect(kind.status).toBeGreaterThanOrEqual(400);
      expect(kind.status).toBeLessThan(600);
      expect(kind.since).toMatch(/^\d+\.\d+\.\d+$/);
    });

    it('is described in one to three sentences, with causes and a resolution', () => {
      expect(kind.description).toMatch(SENTENCE);
      expect(toSentences(kind.description)).toBeLessThanOrEqual(3);
      for (const texts of [kind.causes, kind.resolution]) {
        expect(texts.length).toBeGreaterThan(0);
        for (const text of texts) expect(text).toMatch(SENTENCE);
      }
    });

    it('is related to types that exist, and not to itself', () => {
      const others = ALL_ERROR_TYPES.map((other) => other.type).filter((other) => other !== type);

      expect(others).toEqual(expect.arrayContaining([...kind.related]));
    });
  });
});
