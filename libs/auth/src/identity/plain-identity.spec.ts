import fc from 'fast-check';
import { decodePlainIdentity, readIdentity } from './plain-identity';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const anIdentity = (over: object = {}): object => ({ identity: { org_id: '12345', type: 'User', ...over } });

describe('decodePlainIdentity', () => {
  const document = anIdentity({ user: { username: 'ädä' } });

  it.each([
    ['base64', encode(document)],
    ['base64 without padding', encode(document).replace(/=+$/, '')],
    ['base64 with blanks inside', encode(document).replace(/(.{20})/g, '$1 \t')],
    ['JSON', JSON.stringify(document)],
    ['JSON after a blank', ` ${JSON.stringify(document)}`],
  ])('reads %s', (_case, header) => {
    expect(decodePlainIdentity(header)).toEqual(document);
  });

  it.each([
    ['nothing', ''],
    ['cut JSON', '{"identity":'],
    ['base64 of no JSON', Buffer.from('hello').toString('base64')],
    ['base64url digits', 'eyJh_-8='],
    ['two headers joined', `${encode(document)}, ${encode(document)}`],
    ['not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64')],
  ])('refuses %s', (_case, header) => {
    expect(decodePlainIdentity(header)).toBeUndefined();
  });
});

describe('readIdentity', () => {
  it.each([
    ['one character', '1'],
    ['36 characters', 'x'.repeat(36)],
  ])('accepts an org_id of %s', (_case, org_id) => {
    expect(readIdentity(anIdentity({ org_id }))).toMatchObject({ orgId: org_id });
  });

  it.each([
    ['no identity', {}],
    ['an identity that is a list', { identity: [] }],
    ['null', null],
    ['a text', 'x'],
    ['no org_id', { identity: { type: 'User' } }],
    ['an empty org_id', anIdentity({ org_id: '' })],
    ['an org_id of 37 characters', anIdentity({ org_id: 'x'.repeat(37) })],
    ['a number as org_id', anIdentity({ org_id: 12345 })],
    ['a denied entitlement', { ...anIdentity(), entitlements: { insights: { is_entitled: false } } }],
    ['an entitlement that is not a boolean', { ...anIdentity(), entitlements: { insights: { is_entitled: 'true' } } }],
    ['a certificate without a name', anIdentity({ auth_type: 'cert-auth' })],
    ['inventory groups that are no list', anIdentity({ user: { inventory_groups: 'a' } })],
    ['an empty subject', anIdentity({ subject: '' })],
    ['a subject of 256 characters', anIdentity({ subject: 'x'.repeat(256) })],
    ['a subject with a line break', anIdentity({ subject: 'a\nb' })],
    ['a number as subject', anIdentity({ subject: 7 })],
    ['inventory groups with a number', anIdentity({ user: { inventory_groups: [1] } })],
  ])('refuses %s', (_case, document) => {
    expect(readIdentity(document)).toEqual({ refused: expect.any(String) });
  });

  it.each([
    ['true', { insights: { is_entitled: true } }],
    ['absent', undefined],
    ['absent for this product', { insights: {} }],
    ['of another product', { other: { is_entitled: false } }],
  ])('takes an entitlement that is %s', (_case, entitlements) => {
    expect(readIdentity({ ...anIdentity(), entitlements })).toMatchObject({ orgId: '12345' });
  });

  it('reads permissions and inventory groups of the user', () => {
    const user = { username: 'ada', permissions: ['compliance:*:*', 7], inventory_groups: ['g1', null] };
    expect(readIdentity(anIdentity({ user }))).toEqual({
      username: 'ada',
      subject: 'identity-header|12345|User|name|ada',
      orgId: '12345',
      type: 'User',
      permissions: ['compliance:*:*'],
      inventoryGroups: ['g1', null],
      roles: [],
    });
  });

  it('distinguishes absent permissions from an empty list', () => {
    expect(readIdentity(anIdentity())).toMatchObject({ permissions: undefined, inventoryGroups: null });
    expect(readIdentity(anIdentity({ user: { permissions: [] } }))).toMatchObject({ permissions: [] });
    expect(readIdentity(anIdentity({ user: { permissions: 'all' } }))).toMatchObject({ permissions: [] });
  });

  it('takes a host by the name of its certificate', () => {
    const host = { type: 'System', auth_type: 'cert-auth', system: { cn: 'cn-1' } };
    expect(readIdentity(anIdentity(host))).toMatchObject({ username: 'cn-1', type: 'System', systemCn: 'cn-1' });
  });

  it('does not take the name of a certificate from another kind of login', () => {
    expect(readIdentity(anIdentity({ auth_type: 'basic-auth', system: { cn: 'cn-1' } }))).not.toHaveProperty(
      'systemCn',
    );
  });

  it('uses the organisation for a missing name, so that it never equals a local account', () => {
    expect(readIdentity(anIdentity())).toMatchObject({ username: 'org:12345' });
  });

  it('confines a caller of the role agent, and callers that the document marks as confined', () => {
    const confined = (over: object): unknown => Object.hasOwn(readIdentity(anIdentity(over)), 'ownOnly');
    expect(confined({ user: { username: 'a', roles: ['agent'] } })).toBe(true);
    expect(confined({ user: { username: 'a', roles: ['agent', 'operator'] } })).toBe(false);
    expect(confined({ own_only: true })).toBe(true);
    expect(confined({ own_only: 'yes' })).toBe(true);
    expect(confined({ own_only: false })).toBe(false);
    expect(confined({})).toBe(false);
  });

  describe('the subject', () => {
    const toSubject = (over: object): unknown => {
      const identity = readIdentity(anIdentity(over));
      return 'refused' in identity ? identity.refused : identity.subject;
    };

    it('is the one in the document', () => {
      expect(toSubject({ subject: 'https://id.example|org|u-1' })).toBe('https://id.example|org|u-1');
    });

    it('follows from the organisation and the strongest identifier of the caller', () => {
      const user = { user_id: '7', username: 'ada' };
      expect(toSubject({ user })).toBe('identity-header|12345|User|id|7');
      expect(toSubject({ user: { ...user, username: 'countess' } })).toBe(toSubject({ user }));
      expect(toSubject({ user: { username: 'ada' } })).not.toBe(toSubject({ org_id: '2', user: { username: 'ada' } }));
      expect(toSubject({ user: { username: '7' } })).not.toBe(toSubject({ user }));
      expect(toSubject({ type: 'ServiceAccount', user })).not.toBe(toSubject({ user }));
      const certificate = { auth_type: 'cert-auth', system: { cn: 'cn-1' } };
      expect(toSubject(certificate)).toBe('identity-header|12345|User|certificate|cn-1');
    });
  });

  it('returns without throwing for any JSON', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const response = readIdentity(JSON.parse(text) as unknown);
        expect('refused' in response || 'orgId' in response).toBe(true);
      }),
      { seed: 20260601 },
    );
  });
});
