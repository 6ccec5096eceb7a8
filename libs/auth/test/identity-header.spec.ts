import { type JWTPayload, SignJWT } from 'jose';
import type { CallerIdentity } from '../src/caller';
import { IdentityMinter } from '../src/tokens/identity-minter';
import { SigningKey } from '../src/tokens/signing-key';
import { aRequest } from './a-request';
import { anAuthFixture, type AuthFixture, basic, NOON, PASSWORD } from './auth-fixture';
import { outcome } from './outcome';

const ADA: CallerIdentity = {
  username: 'ada',
  subject: 'wardstone|org-1|ada|2026-06-01T12:00:00.000Z',
  orgId: 'org-1',
  type: 'User',
  roles: ['viewer'],
  permissions: ['errors:read', 'compliance:*:*'],
  method: 'basic',
  inventoryGroups: null,
};

describe('the signed identity header', () => {
  let gateway: SigningKey;
  let minter: IdentityMinter;
  let fixture: AuthFixture;

  beforeEach(async () => {
    gateway = await SigningKey.generate();
    fixture = anAuthFixture({ localJwks: gateway.publicJwks() });
    minter = new IdentityMinter(gateway, fixture.clock);
  });

  const present = (value: string, name = 'x-vendor-identity'): Promise<CallerIdentity> =>
    fixture.authenticator.authenticate(aRequest({ [name]: value }));

  it('carries the caller from the gateway to the service', async () => {
    expect(await present(await minter.mintIdentity(ADA, 'compliance'))).toEqual({ ...ADA, method: 'identity-header' });
  });

  it.each([
    ['a group restriction', { inventoryGroups: ['g1', null] }],
    ['an empty group restriction', { inventoryGroups: [] }],
    ['a certificate', { type: 'System' as const, systemCn: 'cn-1' }],
    ['a service account', { type: 'ServiceAccount' as const }],
    ['no permissions', { roles: [], permissions: [] }],
  ])('carries %s', async (_case, over) => {
    const caller = { ...ADA, ...over };
    expect(await present(await minter.mintIdentity(caller, 'compliance'))).toEqual({
      ...caller,
      method: 'identity-header',
    });
  });

  it('states whether the caller is a browser that can sign out, however similar another login of the account is', async () => {
    const session = { ...ADA, method: 'session' } as const;
    const callers = [ADA, session, ADA];
    const carried = await Promise.all(
      callers.map(async (one) => present(await minter.mintIdentity(one, 'compliance'))),
    );
    expect(carried.map(({ hasSession }) => hasSession)).toEqual([undefined, true, undefined]);
  });

  it('is valid for one service only', async () => {
    expect(await outcome(present(await minter.mintIdentity(ADA, 'monitoring')))).toBe('invalid_token');
  });

  it('is valid for sixty seconds, and five more for clock skew', async () => {
    const header = await minter.mintIdentity(ADA, 'compliance');
    fixture.clock.advance(64_000);
    expect(await outcome(present(header))).toBe('ada');
    fixture.clock.advance(1_000);
    expect(await outcome(present(header))).toBe('expired_token');
  });

  it('is refused when it was made to be valid longer', async () => {
    const long = await gateway.sign(
      { identity: { org_id: 'org-1', user: { username: 'ada' } } },
      { audience: 'compliance', type: 'identity+jwt', lifetimeSeconds: 61, clock: fixture.clock },
    );
    expect(await outcome(present(long))).toBe('invalid_token');
  });

  it('cannot be replaced by an access token, nor serve as one', async () => {
    const { token } = await minter.mintAccessToken(ADA, { credential: 'x' });
    expect(await outcome(present(token))).toBe('invalid_token');
    const header = await minter.mintIdentity(ADA, 'compliance');
    const asBearer = fixture.authenticator.authenticate(aRequest({ authorization: `Bearer ${header}` }));
    expect(await outcome(asBearer)).toBe('invalid_token');
    const asAccessToken = await gateway.sign(
      { identity: { org_id: 'org-1', user: { username: 'ada' } } },
      { audience: 'compliance', type: 'at+jwt', lifetimeSeconds: 60, clock: fixture.clock },
    );
    expect(await outcome(present(asAccessToken))).toBe('invalid_token');
  });

  it.each([
    ['an unsigned identity', Buffer.from('{"identity":{"org_id":"org-1"}}').toString('base64')],
    ['JSON', '{"identity":{"org_id":"org-1"}}'],
    ['nothing', ''],
    ['two values', 'a.b.c, d.e.f'],
  ])('refuses %s', async (_case, value) => {
    expect(await outcome(present(value))).toBe('invalid_token');
  });

  it('refuses the signature of another key, and a changed claim', async () => {
    const stranger = new IdentityMinter(await SigningKey.generate(), fixture.clock);
    expect(await outcome(present(await stranger.mintIdentity(ADA, 'compliance')))).toBe('invalid_token');
    const [head, body = '', signature] = (await minter.mintIdentity(ADA, 'compliance')).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as JWTPayload;
    const changed = Buffer.from(JSON.stringify({ ...claims, permissions: ['MANAGE_SETTINGS'] })).toString('base64url');
    expect(await outcome(present(`${head}.${changed}.${signature}`))).toBe('invalid_token');
  });

  it('refuses a token without a signature, and one signed with the public key as a secret', async () => {
    const issuedAt = Math.floor(NOON / 1000);
    const claims = {
      identity: { org_id: 'o' },
      iss: 'wardstone',
      aud: 'compliance',
      iat: issuedAt,
      exp: issuedAt + 60,
    };
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = `${encode({ alg: 'none', typ: 'identity+jwt' })}.${encode(claims)}.`;
    expect(await outcome(present(none))).toBe('invalid_token');
    const [publicKey] = gateway.publicJwks().keys;
    for (const secret of [JSON.stringify(publicKey), publicKey?.x ?? '']) {
      const confused = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ: 'identity+jwt', kid: publicKey?.kid ?? '' })
        .sign(Buffer.from(secret));
      expect(await outcome(present(confused))).toBe('invalid_token');
    }
  });

  it('wins over Authorization, even when it is invalid', async () => {
    await fixture.accounts.add({ username: 'bob', password: PASSWORD, roles: [], orgId: 'org-1' });
    const both = (header: string): Promise<CallerIdentity> =>
      fixture.authenticator.authenticate(aRequest({ 'x-vendor-identity': header, authorization: basic('bob') }));
    expect(await outcome(both(await minter.mintIdentity(ADA, 'compliance')))).toBe('ada');
    expect(await outcome(both('forged'))).toBe('invalid_token');
  });

  it('is signed once for many requests of a caller, and again after forty seconds', async () => {
    const first = await minter.mintIdentity(ADA, 'compliance');
    fixture.clock.advance(39_999);
    expect(await minter.mintIdentity({ ...ADA }, 'compliance')).toBe(first);
    expect(await minter.mintIdentity(ADA, 'monitoring')).not.toBe(first);
    expect(await minter.mintIdentity({ ...ADA, permissions: [] }, 'compliance')).not.toBe(first);
    fixture.clock.advance(1);
    expect(await minter.mintIdentity(ADA, 'compliance')).not.toBe(first);
  });

  it('is not accepted by a service without a gateway', async () => {
    const bare = anAuthFixture();
    const header = await minter.mintIdentity(ADA, 'compliance');
    const presented = bare.authenticator.authenticate(aRequest({ 'x-vendor-identity': header }));
    expect(await outcome(presented)).toBe('invalid_token');
  });

  it('is verified with any of the published keys, so that they can be rotated', async () => {
    const next = await SigningKey.generate();
    const rotating = anAuthFixture({
      localJwks: { keys: [...next.publicJwks().keys, ...gateway.publicJwks().keys] },
    });
    for (const key of [gateway, next]) {
      const header = await new IdentityMinter(key, rotating.clock).mintIdentity(ADA, 'compliance');
      const presented = rotating.authenticator.authenticate(aRequest({ 'x-vendor-identity': header }));
      expect(await outcome(presented)).toBe('ada');
    }
  });
});

describe('the plain identity header', () => {
  const identity = {
    org_id: '12345',
    type: 'User',
    user: { username: 'ada', permissions: ['compliance:policy:read'] },
  };
  const encoded = Buffer.from(JSON.stringify({ identity })).toString('base64');

  it('is trusted if configured, in both spellings of the value', async () => {
    const fixture = anAuthFixture({ config: { IDENTITY_TRUST: 'plain' } });
    for (const value of [encoded, JSON.stringify({ identity })]) {
      expect(await fixture.authenticator.authenticate(aRequest({ 'x-vendor-identity': value }))).toMatchObject({
        username: 'ada',
        orgId: '12345',
        roles: [],
        permissions: ['compliance:policy:read'],
        method: 'identity-header',
      });
    }
  });

  it('may name roles; unknown ones are ignored', async () => {
    const fixture = anAuthFixture({ config: { IDENTITY_TRUST: 'plain' } });
    const getRoles = async (roles: unknown): Promise<readonly string[]> => {
      const header = JSON.stringify({ identity: { ...identity, user: { ...identity.user, roles } } });
      return (await fixture.authenticator.authenticate(aRequest({ 'x-vendor-identity': header }))).roles;
    };
    expect(await getRoles(['viewer', 'king', 7, 'agent'])).toEqual(['viewer', 'agent']);
    expect(await getRoles('admin')).toEqual([]);
    expect(await getRoles(undefined)).toEqual([]);
  });

  it('is found under each of several tokens; the first in the list wins', async () => {
    const fixture = anAuthFixture({ config: { IDENTITY_TRUST: 'plain', VENDOR_TOKEN: 'RH, vendor' } });
    const other = JSON.stringify({ identity: { org_id: '1', user: { username: 'bob' } } });
    const ask = (headers: Record<string, string>): Promise<string> =>
      outcome(fixture.authenticator.authenticate(aRequest(headers)));
    expect(await ask({ 'x-rh-identity': encoded })).toBe('ada');
    expect(await ask({ 'x-vendor-identity': encoded, 'x-rh-identity': other })).toBe('bob');
    expect(await ask({ 'x-other-identity': encoded })).toBe('session_required');
  });

  it('grants permissions if the deployment permits that', async () => {
    const fixture = anAuthFixture({
      config: { IDENTITY_TRUST: 'plain' },
      plainGrants: () => ['compliance:*:*', 'inventory:*:*'],
    });
    const caller = await fixture.authenticator.authenticate(aRequest({ 'x-vendor-identity': encoded }));
    expect(caller.permissions).toEqual(['compliance:*:*', 'inventory:*:*']);
  });

  it.each(['', ',', 'a b', 'x-y', 'é'])('VENDOR_TOKEN "%s" stops the process', (VENDOR_TOKEN) => {
    expect(() => anAuthFixture({ config: { VENDOR_TOKEN } })).toThrow('VENDOR_TOKEN');
  });
});
