import type { CallerIdentity } from '../src/caller';
import { IdentityMinter } from '../src/tokens/identity-minter';
import { SigningKey } from '../src/tokens/signing-key';
import { aRequest } from './a-request';
import { anAuthFixture, type AuthFixture } from './auth-fixture';
import { aKeyServer, type KeyServer } from './key-server';
import { outcome } from './outcome';

const ADA: CallerIdentity = {
  username: 'ada',
  subject: 'wardstone|org-1|ada|2026-06-01T12:00:00.000Z',
  orgId: 'org-1',
  type: 'User',
  roles: [],
  permissions: [],
  method: 'basic',
  inventoryGroups: null,
};

describe('keys fetched from the gateway', () => {
  let gateway: SigningKey;
  let server: KeyServer;

  beforeEach(async () => {
    gateway = await SigningKey.generate();
    server = await aKeyServer(gateway.publicJwks());
  });

  afterEach(async () => {
    await server.close();
  });

  const service = (cooldownMs: number, maxAgeMs = 60_000, heldMs = 60_000): AuthFixture =>
    anAuthFixture({ config: { GATEWAY_JWKS_URL: server.url }, remoteKeys: { cooldownMs, maxAgeMs, heldMs } });
  const present = async (fixture: AuthFixture, key: SigningKey, username = 'ada'): Promise<string> => {
    const header = await new IdentityMinter(key, fixture.clock).mintIdentity({ ...ADA, username }, 'compliance');
    return outcome(fixture.authenticator.authenticate(aRequest({ 'x-vendor-identity': header })));
  };

  it('are fetched once for many callers', async () => {
    const fixture = service(10_000);
    for (const username of ['ada', 'bob', 'cleo']) expect(await present(fixture, gateway, username)).toBe(username);
    expect(server.fetches).toBe(1);
  });

  it('are fetched again when a header names a new one, but not repeatedly', async () => {
    const next = await SigningKey.generate();
    const patient = service(60_000);
    const eager = service(0);
    for (const fixture of [patient, eager]) expect(await present(fixture, gateway)).toBe('ada');
    server.keys = next.publicJwks();
    server.fetches = 0;
    expect(await present(eager, next)).toBe('ada');
    expect(server.fetches).toBe(1);
    expect(await present(patient, next)).toBe('invalid_token');
    expect(server.fetches).toBe(1);
  });

  it('are fetched again a second after one was missing, once for all callers', async () => {
    const next = await SigningKey.generate();
    const fixture = anAuthFixture({ config: { GATEWAY_JWKS_URL: server.url } });
    const started = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(started);
    try {
      expect(await present(fixture, gateway)).toBe('ada');
      // Another gateway, which does not have the new key yet, responded first.
      for (const username of ['ada', 'bob', 'cleo'])
        expect(await present(fixture, next, username)).toBe('invalid_token');
      expect(server.fetches).toBe(1);
      server.keys = next.publicJwks();
      now.mockReturnValue(started + 1_001);
      for (const username of ['ada', 'bob', 'cleo']) expect(await present(fixture, next, username)).toBe(username);
      expect(server.fetches).toBe(2);
    } finally {
      now.mockRestore();
    }
  });

  it('give 503 with Retry-After, not 401, while they never could be fetched', async () => {
    server.keys = undefined;
    const fixture = service(0);
    expect(await present(fixture, gateway)).toBe('service_unavailable');
    await server.close();
    const header = await new IdentityMinter(gateway, fixture.clock).mintIdentity(ADA, 'compliance');
    const refused = fixture.authenticator.authenticate(aRequest({ 'x-vendor-identity': header }));
    await expect(refused).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '5' } });
  });

  it('stay valid while the gateway is unreachable', async () => {
    const fixture = service(0, 1);
    expect(await present(fixture, gateway)).toBe('ada');
    await server.close();
    expect(await present(fixture, gateway, 'bob')).toBe('bob');
  });

  it('are not kept for ever while the gateway is unreachable', async () => {
    const fixture = service(0, 0, 0);
    expect(await present(fixture, gateway)).toBe('ada');
    await server.close();
    expect(await present(fixture, gateway, 'bob')).toBe('service_unavailable');
  });

  it('do not make an unknown key valid while the gateway is unreachable', async () => {
    const fixture = service(0, 1);
    await present(fixture, gateway);
    await server.close();
    expect(await present(fixture, await SigningKey.generate())).toBe('invalid_token');
  });

  it('are fetched again when the gateway is available', async () => {
    server.keys = undefined;
    const fixture = service(0);
    expect(await present(fixture, gateway)).toBe('service_unavailable');
    server.keys = gateway.publicJwks();
    expect(await present(fixture, gateway)).toBe('ada');
  });
});
