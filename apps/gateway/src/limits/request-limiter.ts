import { addressGroup } from '@wardstone/auth';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

export interface RequestLimits {
  isOn: boolean;
  /** Maximum number of requests of an account in a window. */
  accountRequests: number;
  /** Maximum number of requests of an address without an account in a window. */
  addressRequests: number;
  windowSeconds: number;
}

/** Result of consuming one request. */
export interface Allowance {
  isExceeded: boolean;
  /** Seconds until the window ends. */
  resetSeconds: number;
  /** `RateLimit` and `RateLimit-Policy`. Source: draft-ietf-httpapi-ratelimit-headers-10. */
  headers: { 'RateLimit-Policy': string; RateLimit: string };
}

interface Policy {
  name: 'account' | 'address';
  limiter: RateLimiterMemory;
  header: string;
}

/**
 * Counts requests per account and, without one, per address, in fixed windows. Counts are per process: with N replicas
 * behind a load balancer a client gets up to N times as much.
 */
export class RequestLimiter {
  private readonly account: Policy;
  private readonly address: Policy;

  constructor(private readonly limits: RequestLimits) {
    this.account = getPolicy('account', limits.accountRequests, limits.windowSeconds);
    this.address = getPolicy('address', limits.addressRequests, limits.windowSeconds);
  }

  get isOn(): boolean {
    return this.limits.isOn;
  }

  /** By subject, because a person of the OIDC issuer may have the name of an account. */
  takeForAccount(subject: string): Promise<Allowance> {
    return take(this.account, subject);
  }

  takeForAddress(address: string): Promise<Allowance> {
    return take(this.address, addressGroup(address));
  }
}

function getPolicy(name: Policy['name'], points: number, duration: number): Policy {
  return {
    name,
    limiter: new RateLimiterMemory({ keyPrefix: '', points, duration }),
    header: `"${name}";q=${points};w=${duration}`,
  };
}

async function take(policy: Policy, key: string): Promise<Allowance> {
  try {
    return toAllowance(policy, await policy.limiter.consume(key), false);
  } catch (exceeded) {
    if (exceeded instanceof RateLimiterRes) return toAllowance(policy, exceeded, true);
    throw exceeded;
  }
}

function toAllowance({ name, header }: Policy, state: RateLimiterRes, isExceeded: boolean): Allowance {
  const resetSeconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  return {
    isExceeded,
    resetSeconds,
    headers: { 'RateLimit-Policy': header, RateLimit: `"${name}";r=${state.remainingPoints};t=${resetSeconds}` },
  };
}
