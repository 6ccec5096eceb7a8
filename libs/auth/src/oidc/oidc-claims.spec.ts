import { claimAt, parseRoleMap, parseRoles, toOidcCaller } from './oidc-claims';

describe('parseRoleMap', () => {
  it('reads pairs, also of values that hold equal signs', () => {
    expect([...parseRoleMap(['/staff/ops=operator', 'cn=admins,dc=x=admin', ' spaced = viewer '])]).toEqual([
      ['/staff/ops', 'operator'],
      ['cn=admins,dc=x', 'admin'],
      ['spaced', 'viewer'],
    ]);
  });

  it.each(['ops', 'ops=', '=admin', 'ops=root', 'ops=toString'])('refuses %s', (pair) => {
    expect(() => parseRoleMap([pair])).toThrow(pair);
  });
});

describe('claimAt', () => {
  const claims = {
    roles: ['a'],
    realm_access: { roles: ['b'] },
    'https://example.com/roles': ['c'],
    list: [{ roles: 'd' }],
  };

  it.each([
    ['roles', ['a']],
    ['realm_access.roles', ['b']],
    ['https://example.com/roles', ['c']],
    ['realm_access.missing', undefined],
    ['roles.length', undefined],
    ['list.0.roles', undefined],
    ['constructor.name', undefined],
    ['__proto__.x', undefined],
  ])('reads the claim %s', (path, value) => {
    expect(claimAt(claims, path)).toEqual(value);
  });
});

describe('parseRoles', () => {
  const map = parseRoleMap(['ops=operator', 'viewer=agent']);

  it.each([
    ['a list', ['admin', 'ops', 'unknown'], ['admin', 'operator']],
    ['words in a text', 'admin ops', ['admin', 'operator']],
    ['a mapped value that is itself a role name', ['viewer'], ['agent']],
    ['repeated values', ['ops', 'operator'], ['operator']],
    ['other things in the list', [1, null, { admin: true }, ['admin']], []],
    ['an object', { admin: true }, []],
    ['nothing', undefined, []],
    ['names of object members', ['constructor', '__proto__'], []],
  ])('reads the roles from %s', (_case, claim, roles) => {
    expect(parseRoles(claim, map)).toEqual(roles);
  });
});

describe('toOidcCaller', () => {
  const rules = { rolesClaim: 'realm_access.roles', orgClaim: 'org_id', roleMap: new Map() };

  it('names a person by preferred_username', () => {
    const claims = {
      sub: 'u-1',
      preferred_username: 'ada',
      azp: 'web',
      org_id: 'o',
      realm_access: { roles: ['viewer'] },
    };
    expect(toOidcCaller(claims, rules)).toMatchObject({ username: 'ada', orgId: 'o', type: 'User', roles: ['viewer'] });
  });

  it('names a program by its subject', () => {
    const claims = { sub: 'job', client_id: 'job', preferred_username: 'ada', org_id: 'o' };
    expect(toOidcCaller(claims, rules)).toMatchObject({ username: 'job', type: 'ServiceAccount' });
  });

  it.each([
    [
      { email: 'ada@example.test', given_name: 'Ada' },
      { email: 'ada@example.test', firstName: 'Ada' },
    ],
    [{ email: 'ada@example.test', email_verified: true }, { email: 'ada@example.test' }],
    [{ email: 'ada@example.test', email_verified: false, name: 'Ada L' }, { firstName: 'Ada L' }],
    [{ email: 'ada@example.test\r\nBcc: b@example.test' }, undefined],
    [{ email: ['ada@example.test'], family_name: 7 }, undefined],
  ])('takes the mail address from %p: %p', (stated, person) => {
    const caller = toOidcCaller({ sub: 'u-1', org_id: 'o', ...stated }, rules);
    expect((caller as { person?: object }).person).toEqual(person);
  });

  it('gives a caller without roles no permission', () => {
    expect(toOidcCaller({ sub: 'u-1', org_id: 'o' }, rules)).toMatchObject({ roles: [], permissions: [] });
  });

  it.each([
    ['no organisation', { sub: 'u' }],
    ['a long organisation', { sub: 'u', org_id: 'x'.repeat(37) }],
    ['no name', { org_id: 'o' }],
    ['a name that is no text', { org_id: 'o', sub: 7 }],
  ])('refuses a token with %s', (_case, claims) => {
    expect(toOidcCaller(claims, rules)).toEqual({ refused: expect.any(String) });
  });

  it('accepts a number as organisation', () => {
    expect(toOidcCaller({ sub: 'u', org_id: 42 }, rules)).toMatchObject({ orgId: '42' });
  });
});
