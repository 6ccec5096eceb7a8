import { makeIdentityAliasTest, getIdentityHeader } from './identity-aliases';

describe('makeIdentityAliasTest', () => {
  const isAlias = makeIdentityAliasTest('Acme, globex');

  it.each([
    'x-acme-identity',
    'x-globex-identity',
    'x-vendor-identity',
    'x_acme_identity',
    'x.acme.identity',
    'x-acme_identity',
    'x_vendor.identity',
    'xvendoridentity',
  ])('treats %s as the identity header', (name) => {
    expect(isAlias(name)).toBe(true);
  });

  it('still detects aliases after its cache is full', () => {
    for (let i = 0; i < 1_100; i++) isAlias(`x-junk-${i}`);

    expect([isAlias('x-globex_identity'), isAlias('x-junk-5'), isAlias('x-junk-1099')]).toEqual([true, false, false]);
  });

  it.each([
    'x-acme-identity-hint',
    'acme-identity',
    'x-other-identity',
    'x-rh-identity',
    'identity',
    'connection',
    'x-request-id',
  ])('finds no alias in %s', (name) => {
    expect(isAlias(name)).toBe(false);
  });
});

describe('getIdentityHeader', () => {
  it('is named after the first token', () => {
    expect(getIdentityHeader('ACME, globex')).toBe('x-acme-identity');
  });
});
