import { ApiError } from './api-error';
import { toApiError } from './error-mapping';
import { CommonError } from './registry';

describe('a text that the database cannot hold', () => {
  const refused = Object.assign(new Error('invalid byte sequence'), { code: '22021' });
  const mapping = {
    routeNotFound: (_method: string, path: string) => new ApiError(CommonError.not_found, `Unknown path: ${path}`),
    malformedBody: () => new ApiError(CommonError.invalid_request, 'The body cannot be parsed'),
  };

  it.each([
    ['/rest/user/a%00b', 'Unknown path: /rest/user/a%00b'],
    ['/rest/user/%00', 'Unknown path: /rest/user/%00'],
    ['/rest/user', 'The body cannot be parsed'],
  ])('in a request to %s is reported as: %s', (path, message) => {
    expect(toApiError(refused, { method: 'GET', path }, mapping).message).toContain(message);
  });
});
