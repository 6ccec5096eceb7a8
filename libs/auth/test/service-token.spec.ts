import { signServiceToken } from '../src/tokens/service-token';
import { SigningKey } from '../src/tokens/signing-key';
import { aRequest } from './a-request';
import { anAuthFixture, type AuthFixture, basic } from './auth-fixture';
import { aKeyServer, type KeyServer } from './key-server';
import { outcome } from './outcome';

const MINUTE_MS = 60_000;

describe('the token of a service', () => {
  let key: SigningKey;
  let server: KeyServer;
  let gateway: AuthFixture;

  beforeEach(async () => {
    key = await SigningKey.generate();
    server = await aKeyServer(key.publicJwks());
    gateway = anAuthFixture({
      localJwks: (await SigningKey.generate()).publicJwks(),
      services: [{ service: 'compliance', keysUrl: new URL(server.url), permissions: ['REPORT_COMPLIANCE'] }],
    });
  });
  afterEach(() => server.close());

  const getCaller = (token: string) =>
    gateway.authenticator.authenticate(aRequest({ authorization: `Bearer ${token}` }));
  const forged = (over: Partial<Parameters<SigningKey['sign']>[1]>, claims: object = { org_id: 'acme' }) =>
    key.sign(claims as { org_id: string }, {
      issuer: 'wardstone/compliance',
      audience: 'wardstone',
      type: 'service+jwt',
      lifetimeSeconds: 60,
      clock: gateway.clock,
      ...over,
    });

  it('proves the service, which may do one thing in one organisation', async () => {
    expect(await getCaller(await signServiceToken(key, 'compliance', 'acme', gateway.clock))).toEqual({
      username: 'compliance',
      subject: 'wardstone|service|compliance',
      orgId: 'acme',
      type: 'ServiceAccount',
      roles: [],
      permissions: ['REPORT_COMPLIANCE'],
      method: 'bearer',
      inventoryGroups: null,
    });
    expect(await outcome(getCaller(await forged({})))).toBe('compliance');
  });

  it('grants nothing beyond that, whatever it claims', async () => {
    const claims = {
      org_id: 'acme',
      roles: ['admin'],
      permissions: ['MANAGE_INVENTORY'],
      identity: { org_id: 'umbrella' },
    };
    expect(await getCaller(await forged({}, claims))).toMatchObject({
      orgId: 'acme',
      roles: [],
      permissions: ['REPORT_COMPLIANCE'],
    });
  });

  it.each([
    ['of another service', { issuer: 'wardstone/monitoring' }, 'invalid_token'],
    ['in the name of the gateway', { issuer: 'wardstone' }, 'invalid_token'],
    ['for a service', { audience: 'monitoring' }, 'invalid_token'],
    ['that is an access token', { type: 'at+jwt' }, 'invalid_token'],
    ['that is an identity', { type: 'identity+jwt' }, 'invalid_token'],
    ['of an hour', { lifetimeSeconds: 3600 }, 'invalid_token'],
    ['that has ended', { lifetimeSeconds: -10 }, 'expired_token'],
  ])('is refused: one %s', async (_what, over, error) => {
    expect(await outcome(getCaller(await forged(over)))).toBe(error);
  });

  it.each([[{}], [{ org_id: '' }], [{ org_id: 7 }], [{ org_id: 'x'.repeat(37) }]])(
    'is refused without an organisation: %j',
    async (claims) => {
      expect(await outcome(getCaller(await forged({}, claims)))).toBe('invalid_token');
    },
  );

  it('is rejected with the signature of another key, and when it has expired', async () => {
    const foreign = await SigningKey.generate();
    expect(await outcome(getCaller(await signServiceToken(foreign, 'compliance', 'acme', gateway.clock)))).toBe(
      'invalid_token',
    );
    const token = await signServiceToken(key, 'compliance', 'acme', gateway.clock);
    expect(await outcome(getCaller(token))).toBe('compliance');
    gateway.clock.advance(2 * MINUTE_MS);
    expect(await outcome(getCaller(token))).toBe('expired_token');
  });

  it('is not a credential of an account with this name', async () => {
    await gateway.accounts.add({
      username: 'compliance',
      password: 'correct horse battery',
      roles: ['agent'],
      orgId: 'acme',
    });
    const caller = await gateway.authenticator.authenticate(aRequest({ authorization: basic('compliance') }));

    expect(caller.subject).not.toBe('wardstone|service|compliance');
    expect(caller.permissions).not.toContain('REPORT_COMPLIANCE');
  });
});
