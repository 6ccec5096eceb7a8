import { type Socket } from 'node:net';
import fc from 'fast-check';
import { TestClock } from '@wardstone/clock';
import {
  addressGroup,
  AttemptLimiter,
  DEFAULT_ATTEMPT_LIMITS,
  plainAddress,
  getRemoteAddress,
} from './attempt-limiter';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const { perAccountAndAddress, perAddress, perAccount, windowMs, firstPauseMs } = DEFAULT_ATTEMPT_LIMITS;

function fixture(capacity = DEFAULT_ATTEMPT_LIMITS.capacity): {
  clock: TestClock;
  fail: (account: string, address: string) => number;
  succeed: (account: string, address: string) => number;
} {
  const clock = new TestClock(1_000_000);
  const limiter = new AttemptLimiter(clock, { ...DEFAULT_ATTEMPT_LIMITS, capacity });
  /** The pause in ms that refused the try, 0 when it was weighed. */
  const attempt = (account: string, address: string, outcome: 'failed' | 'succeeded'): number => {
    const response = limiter.begin(account, address);
    if ('retryAfterMs' in response) return response.retryAfterMs;
    response[outcome]();
    return 0;
  };
  return {
    clock,
    fail: (account, address) => attempt(account, address, 'failed'),
    succeed: (account, address) => attempt(account, address, 'succeeded'),
  };
}

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('AttemptLimiter', () => {
  it('permits five failures of an account from an address, then pauses', () => {
    const { fail } = fixture();
    for (const _ of times(perAccountAndAddress)) expect(fail('ada', '10.0.0.1')).toBe(0);
    expect(fail('ada', '10.0.0.1')).toBe(firstPauseMs);
  });

  it('refuses the right password as well during a pause, so that guessing cannot go on', () => {
    const { fail, succeed } = fixture();
    for (const _ of times(perAccountAndAddress)) fail('ada', '10.0.0.1');
    expect(succeed('ada', '10.0.0.1')).toBeGreaterThan(0);
  });

  it('checks one attempt after each pause, and doubles the pause up to the window', () => {
    const { clock, fail } = fixture();
    for (const _ of times(perAccountAndAddress)) fail('ada', '10.0.0.1');
    for (const pause of [30, 60, 120, 240, 480].map((seconds) => seconds * SECOND)) {
      clock.advance(pause - 1);
      expect(fail('ada', '10.0.0.1')).toBe(1);
      clock.advance(1);
      expect(fail('ada', '10.0.0.1')).toBe(0);
    }
    expect(fail('ada', '10.0.0.1')).toBe(windowMs);
  });

  it('resets after a quiet window', () => {
    const { clock, fail } = fixture();
    for (const _ of times(perAccountAndAddress)) fail('ada', '10.0.0.1');
    clock.advance(windowMs);
    for (const _ of times(perAccountAndAddress)) expect(fail('ada', '10.0.0.1')).toBe(0);
  });

  it('starts over after a success', () => {
    const { fail, succeed } = fixture();
    for (const _ of times(perAccountAndAddress - 1)) fail('ada', '10.0.0.1');
    expect(succeed('ada', '10.0.0.1')).toBe(0);
    for (const _ of times(perAccountAndAddress)) expect(fail('ada', '10.0.0.1')).toBe(0);
  });

  it('does not limit one address for another, nor one account for another', () => {
    const { fail } = fixture();
    for (const _ of times(perAccountAndAddress)) fail('ada', '10.0.0.1');
    expect(fail('ada', '10.0.0.2')).toBe(0);
    expect(fail('bob', '10.0.0.1')).toBe(0);
  });

  it('stops an address that tries many accounts', () => {
    const { clock, fail } = fixture();
    for (const index of times(perAddress)) expect(fail(`user-${index}`, '10.0.0.1')).toBe(0);
    expect(fail('another', '10.0.0.1')).toBe(windowMs);
    clock.advance(windowMs);
    expect(fail('another', '10.0.0.1')).toBe(0);
  });

  it('grants one attempt instead of five, never none, to each new address when an account is flooded', () => {
    const { fail } = fixture();
    for (const index of times(perAccount)) fail('ada', `10.0.${index}.1`);
    expect(fail('ada', '10.9.0.1')).toBe(0);
    expect(fail('ada', '10.9.0.1')).toBe(firstPauseMs);
    expect(fail('bob', '10.9.0.1')).toBe(0);
  });

  it('counts attempts with unknown outcome, so that parallel ones cannot pass the limit', () => {
    const limiter = new AttemptLimiter(new TestClock(0));
    const begun = times(20).map(() => limiter.begin('ada', '10.0.0.1'));
    expect(begun.filter((response) => !('retryAfterMs' in response))).toHaveLength(perAccountAndAddress);
  });

  it('takes back an attempt whose outcome never became known', () => {
    const limiter = new AttemptLimiter(new TestClock(0));
    for (const _ of times(100)) {
      const response = limiter.begin('ada', '10.0.0.1');
      expect(response).not.toHaveProperty('retryAfterMs');
      if (!('retryAfterMs' in response)) response.abandoned();
    }
  });

  it('stores no more than its limit', () => {
    const { fail } = fixture(10);
    for (const _ of times(perAccountAndAddress)) fail('ada', '10.0.0.1');
    for (const index of times(10)) fail(`user-${index}`, `10.1.0.${index}`);
    expect(fail('ada', '10.0.0.1')).toBe(0);
  });

  it('never refuses the first attempt from an address that has not failed', () => {
    const tries = fc.array(fc.tuple(fc.constantFrom('ada', 'bob'), fc.nat(40), fc.nat(20 * MINUTE)), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(tries, (history) => {
        const { clock, fail, succeed } = fixture();
        for (const [account, host, waitMs] of history) {
          clock.advance(waitMs);
          fail(account, `10.0.0.${host}`);
        }
        expect(succeed('ada', '192.0.2.1')).toBe(0);
      }),
      { seed: 20260601, numRuns: 50 },
    );
  });
});

describe('addressGroup', () => {
  it.each([
    ['10.0.0.1', '10.0.0.1'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s belongs to %s', (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });
});

describe('the address of a client', () => {
  const from = (forwarded: string | undefined, trustProxy: boolean): string =>
    getRemoteAddress(
      { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.9' } as Socket },
      { trustProxy },
    );

  it.each([
    ['the peer when nothing is forwarded', undefined, true, '10.0.0.9'],
    ['the peer when no proxy is trusted', '192.0.2.1', false, '10.0.0.9'],
    ['what the trusted proxy wrote', '192.0.2.1', true, '192.0.2.1'],
    ['the last entry, which the client cannot choose', '1.1.1.1, 192.0.2.1', true, '192.0.2.1'],
    ['IPv6', '1.1.1.1,2001:db8::1', true, '2001:db8::1'],
    ['the peer when the entry is no address', '192.0.2.1, nonsense', true, '10.0.0.9'],
  ])('%s', (_case, forwarded, trustProxy, address) => {
    expect(from(forwarded, trustProxy)).toBe(address);
  });
});

describe('plainAddress', () => {
  it.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8::1', '2001:db8::1'],
    [undefined, 'unknown'],
  ])('writes %s as %s', (address, plain) => {
    expect(plainAddress(address)).toBe(plain);
  });
});
