import type { CallerIdentity } from '../src/caller';
import type { RoleName } from '@wardstone/permissions';
import { GATEWAY_SUBJECT, isSuccessor, subjectOfAccount } from '../src/subject';
import { toOidcCaller } from '../src/oidc/oidc-claims';
import { IdentityMinter } from '../src/tokens/identity-minter';
import { SigningKey } from '../src/tokens/signing-key';
import { aRequest } from './a-request';
import { anAuthFixture, type AuthFixture, basic, PASSWORD } from './auth-fixture';

const RULES = { rolesClaim: 'roles', orgClaim: 'org_id', roleMap: new Map() };

const oidcSubject = (claims: object): string => {
  const caller = toOidcCaller({ iss: 'https://id.example', org_id: 'org-1', ...claims }, RULES);
  return 'refused' in caller ? caller.refused : caller.subject;
};

let fixture: AuthFixture;
let minter: IdentityMinter;

beforeEach(async () => {
  const key = await SigningKey.generate();
  fixture = anAuthFixture({ localJwks: key.publicJwks() });
  minter = new IdentityMinter(key, fixture.clock);
});

const authenticate = (headers: Record<string, string>): Promise<CallerIdentity> =>
  fixture.authenticator.authenticate(aRequest(headers));

describe('the subject of an account', () => {
  beforeEach(async () => {
    await fixture.accounts.add({ username: 'ada', password: PASSWORD, roles: ['operator'], orgId: 'org-1' });
  });

  const logIn = async (): Promise<string> => (await authenticate({ authorization: basic('ada') })).subject;

  it('stays the same from login to login, and with a new password', async () => {
    const before = await logIn();
    fixture.clock.advance(120_000);
    expect(await logIn()).toBe(before);
    await fixture.accounts.setPassword('ada', 'another long password');
    expect((await authenticate({ authorization: basic('ada', 'another long password') })).subject).toBe(before);
  });

  it('is another for an account that is created again under the name', async () => {
    const before = await logIn();
    fixture.accounts.remove('ada');
    fixture.clock.advance(2_000);
    await fixture.accounts.add({ username: 'ada', password: PASSWORD, roles: ['operator'], orgId: 'org-1' });
    expect(await logIn()).not.toBe(before);
  });

  it('is carried by the signed identity and by access tokens, narrowed ones too', async () => {
    const caller = await authenticate({ authorization: basic('ada') });
    const identity = await authenticate({ 'x-vendor-identity': await minter.mintIdentity(caller, 'compliance') });
    const { credential } = await fixture.login.login('ada', PASSWORD, '10.0.0.1');
    const { token } = await minter.mintAccessToken(caller, { scopes: ['errors:read'], credential });
    expect(identity.subject).toBe(caller.subject);
    expect((await authenticate({ authorization: `Bearer ${token}` })).subject).toBe(caller.subject);
  });

  it('is not that of an OIDC user of the same name and organisation', async () => {
    expect(oidcSubject({ sub: 'ada', preferred_username: 'ada' })).not.toBe(await logIn());
  });
});

describe('a login of the role agent', () => {
  const logIn = async (...roles: RoleName[]): Promise<CallerIdentity> => {
    const username = roles.join('-');
    await fixture.accounts.add({ username, password: PASSWORD, roles, orgId: 'org-1' });
    return authenticate({ authorization: basic(username) });
  };

  it.each([
    [['agent'], true],
    [['agent', 'viewer'], true],
    [['agent', 'operator'], undefined],
    [['admin', 'agent'], undefined],
    [['viewer'], undefined],
    [['operator'], undefined],
  ] as [RoleName[], true | undefined][])('of the roles %j is confined to its own: %j', async (roles, ownOnly) => {
    expect((await logIn(...roles)).ownOnly).toBe(ownOnly);
    const claims = { sub: 'u', org_id: 'o', roles };
    expect(toOidcCaller(claims, RULES)).toMatchObject(ownOnly ? { ownOnly } : {});
  });

  it('stays confined in signed identities and in tokens, also in one narrowed to some permissions', async () => {
    const caller = await logIn('agent');
    const { credential } = await fixture.login.login(caller.username, PASSWORD, '10.0.0.1');
    const ask = async (scopes?: string[]): Promise<true | undefined> => {
      const { token } = await minter.mintAccessToken(caller, { credential, ...(scopes ? { scopes } : {}) });
      return (await authenticate({ authorization: `Bearer ${token}` })).ownOnly;
    };
    const header = await minter.mintIdentity(caller, 'compliance');
    expect((await authenticate({ 'x-vendor-identity': header })).ownOnly).toBe(true);
    expect(await ask()).toBe(true);
    expect(await ask(['compliance:system:read'])).toBe(true);
  });
});

describe('the subject of an OIDC user', () => {
  it('is that of `iss` and `sub`: two users of one preferred name are two subjects', () => {
    const ada = { sub: 'u-1', preferred_username: 'ada' };
    expect(oidcSubject(ada)).toBe('https://id.example|org-1|u-1');
    expect(oidcSubject({ ...ada, sub: 'u-2' })).not.toBe(oidcSubject(ada));
    expect(oidcSubject({ ...ada, iss: 'https://other.example' })).not.toBe(oidcSubject(ada));
    expect(oidcSubject({ ...ada, org_id: 'org-2' })).not.toBe(oidcSubject(ada));
    expect(oidcSubject({ ...ada, preferred_username: 'countess' })).toBe(oidcSubject(ada));
  });

  it('without `sub` is that of the name, and never that of a user whose `sub` is that name', () => {
    expect(oidcSubject({ preferred_username: 'ada' })).not.toBe(oidcSubject({ sub: 'ada' }));
  });
});

describe('the account that was created in place of another', () => {
  const of = (name: string, createdAt = '2026-01-01', orgId = 'org-1'): string =>
    subjectOfAccount({ username: name, orgId, createdAt });

  it('has its name and organisation', () => {
    expect(isSuccessor(of('ada', '2026-02-02'), of('ada'))).toBe(true);
    expect(isSuccessor(of('a|d%a', '2026-02-02'), of('a|d%a'))).toBe(true);
  });

  it.each([
    ['another name', of('eve')],
    ['another organisation', of('ada', '2026-02-02', 'org-2')],
    ['another issuer', 'https://id.example|org-1|ada'],
    ['another issuer with as many parts', 'https://id.example|org-1|ada|2026-02-02'],
    ['the gateway', GATEWAY_SUBJECT],
    ['a name that holds the separator', of('ada|2026', '2026-02-02')],
    ['a name too long to be read', of('a'.repeat(300), '2026-02-02')],
  ])('does not match one with %s', (_case, subject) => {
    expect(isSuccessor(subject, of('ada'))).toBe(false);
    expect(isSuccessor(subject, GATEWAY_SUBJECT)).toBe(false);
  });
});
