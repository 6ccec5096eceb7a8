import { authenticationMiddleware } from '../src/authenticator';
import type { AuthenticatedRequest } from '../src/caller';
import { aRequest } from './a-request';
import { anAuthFixture, type AuthFixture, basic, PASSWORD } from './auth-fixture';

describe('authenticationMiddleware', () => {
  let fixture: AuthFixture;

  beforeAll(async () => {
    fixture = anAuthFixture();
    await fixture.accounts.add({ username: 'ada', password: PASSWORD, roles: [], orgId: 'org-1' });
  });

  const pass = (request: AuthenticatedRequest, skip?: () => boolean): Promise<unknown> =>
    new Promise((resolve) => {
      authenticationMiddleware(fixture.authenticator, skip ? { skip } : {})(request, undefined, resolve);
    });

  it('leaves the caller on the request', async () => {
    const request: AuthenticatedRequest = aRequest({ authorization: basic('ada') });
    expect(await pass(request)).toBeUndefined();
    expect(request.caller).toMatchObject({ username: 'ada' });
  });

  it('passes the refusal on for any path', async () => {
    const request: AuthenticatedRequest = aRequest({});
    expect(await pass(request)).toMatchObject({ status: 401, headers: { 'WWW-Authenticate': expect.any(Array) } });
    expect(request.caller).toBeUndefined();
  });

  it('does not look at skipped requests', async () => {
    const request: AuthenticatedRequest = aRequest({ authorization: 'Basic nonsense' });
    expect(await pass(request, () => true)).toBeUndefined();
    expect(request.caller).toBeUndefined();
  });
});
