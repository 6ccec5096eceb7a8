import { RequestLimiter, addressKey } from './request-limiter';

const limiter = () => new RequestLimiter({ isOn: true, accountRequests: 2, addressRequests: 1, windowSeconds: 60 });

describe('RequestLimiter', () => {
  it('counts down and refuses the request after the last', async () => {
    const limits = limiter();

    const answers = [1, 2, 3].map(() => limits.takeForAccount('org1', 'ann'));

    expect((await Promise.all(answers)).map(({ isExceeded, headers }) => [isExceeded, headers.RateLimit])).toEqual([
      [false, '"account";r=1;t=60'],
      [false, '"account";r=0;t=60'],
      [true, '"account";r=0;t=60'],
    ]);
  });

  it('counts every account and every address for itself', async () => {
    const limits = limiter();
    await limits.takeForAccount('org1', 'ann');
    await limits.takeForAccount('org1', 'ann');
    await limits.takeForAddress('192.0.2.1');

    expect((await limits.takeForAccount('org2', 'ann')).isExceeded).toBe(false);
    expect((await limits.takeForAccount('org1', 'bob')).isExceeded).toBe(false);
    expect((await limits.takeForAddress('192.0.2.2')).isExceeded).toBe(false);
    expect((await limits.takeForAddress('192.0.2.1')).isExceeded).toBe(true);
  });

  it('names the policy as the draft writes it', async () => {
    expect((await limiter().takeForAddress('192.0.2.1')).headers['RateLimit-Policy']).toBe('"address";q=1;w=60');
  });
});

describe('addressKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:01:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
