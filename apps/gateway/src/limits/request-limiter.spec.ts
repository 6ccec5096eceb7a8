import { RequestLimiter } from './request-limiter';

const limiter = () => new RequestLimiter({ isOn: true, accountRequests: 2, addressRequests: 1, windowSeconds: 60 });

describe('RequestLimiter', () => {
  it('counts down and refuses the request after the last', async () => {
    const limits = limiter();

    const responses = [1, 2, 3].map(() => limits.takeForAccount('wardstone|org1|ann'));

    expect((await Promise.all(responses)).map(({ isExceeded, headers }) => [isExceeded, headers.RateLimit])).toEqual([
      [false, '"account";r=1;t=60'],
      [false, '"account";r=0;t=60'],
      [true, '"account";r=0;t=60'],
    ]);
  });

  it('counts every subject and every address separately', async () => {
    const limits = limiter();
    await limits.takeForAccount('wardstone|org1|ann');
    await limits.takeForAccount('wardstone|org1|ann');
    await limits.takeForAddress('192.0.2.1');

    expect((await limits.takeForAccount('https://id.example|org1|ann')).isExceeded).toBe(false);
    expect((await limits.takeForAccount('wardstone|org1|bob')).isExceeded).toBe(false);
    expect((await limits.takeForAddress('192.0.2.2')).isExceeded).toBe(false);
    expect((await limits.takeForAddress('192.0.2.1')).isExceeded).toBe(true);
  });

  it('counts the addresses of an IPv6 subscriber as one', async () => {
    const limits = limiter();
    await limits.takeForAddress('2001:db8:1:2::9');
    expect((await limits.takeForAddress('2001:db8:1:2:3:4:5:6')).isExceeded).toBe(true);
    expect((await limits.takeForAddress('2001:db8:1:3::9')).isExceeded).toBe(false);
  });

  it('names the policy as the draft writes it', async () => {
    expect((await limiter().takeForAddress('192.0.2.1')).headers['RateLimit-Policy']).toBe('"address";q=1;w=60');
  });
});
