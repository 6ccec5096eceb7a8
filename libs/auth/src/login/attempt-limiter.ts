import { isIP, isIPv6 } from 'node:net';
import { type Clock } from '@wardstone/clock';
import type { AuthenticatedRequest } from '../caller';

/**
 * The client's address: as the gateway states it, else the peer, or behind our own proxy the last entry of
 * X-Forwarded-For, which that proxy wrote; earlier entries are claims of the client.
 */
export function getRemoteAddress(
  request: Pick<AuthenticatedRequest, 'headers' | 'socket' | 'clientAddress'>,
  { trustProxy }: { trustProxy: boolean },
): string {
  if (request.clientAddress !== undefined) return request.clientAddress;
  const peer = request.socket.remoteAddress ?? 'unknown';
  if (!trustProxy) return peer;
  const forwarded = request.headers['x-forwarded-for'];
  const last = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').at(-1)?.trim() ?? '';
  return isIP(last) === 0 ? peer : last;
}

/** On a dual-stack socket, `::ffff:192.0.2.1` is 192.0.2.1. */
export function plainAddress(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}

/** How many failed logins are accepted before pauses begin; counted per process. */
export interface AttemptLimits {
  /** Failures of one account from one address before pauses begin. */
  perAccountAndAddress: number;
  /** Failures from one address over all accounts; beyond them it waits for the window to end. */
  perAddress: number;
  /** Failures of one account from all addresses; beyond them each address gets one try instead of several. */
  perAccount: number;
  /** Failures are forgotten after this long without another one. */
  windowMs: number;
  /** The first pause; each further failure doubles it, up to the window. */
  firstPauseMs: number;
  /** Maximum number of entries in each of the three tables. */
  capacity: number;
}

export const DEFAULT_ATTEMPT_LIMITS: AttemptLimits = {
  perAccountAndAddress: 5,
  perAddress: 50,
  perAccount: 50,
  windowMs: 15 * 60_000,
  firstPauseMs: 30_000,
  capacity: 20_000,
};

/** Guesses of secret addresses, which count as one account. */
export const GUESS_LIMITS: AttemptLimits = {
  perAccountAndAddress: 20,
  perAddress: 20,
  perAccount: Number.MAX_SAFE_INTEGER,
  windowMs: 60_000,
  firstPauseMs: 60_000,
  capacity: 20_000,
};

interface Failures {
  count: number;
  lastAtMs: number;
}

/**
 * A login in progress. It counts as failed until its outcome is known, so that parallel logins cannot exceed the limit.
 */
export interface Attempt {
  /** The password was right: clears the failures of this address and account. */
  succeeded(): void;
  /** The password was wrong. */
  failed(): void;
  /** The outcome remained unknown: the attempt does not count. */
  abandoned(): void;
}

export interface Refusal {
  retryAfterMs: number;
}

/**
 * Counts failed logins per account and address, per address, and per account. An account cannot be locked by failing on
 * purpose: pauses apply to the address that failed, and a flood against one account from everywhere only lowers the
 * tries of an address that has not failed yet from several to one, never to none. The owner's first try, from an
 * address of their own, is always checked.
 */
export class AttemptLimiter {
  private readonly pairs: FailureTable;
  private readonly addresses: FailureTable;
  private readonly accounts: FailureTable;

  constructor(
    private readonly clock: Clock,
    private readonly limits: AttemptLimits = DEFAULT_ATTEMPT_LIMITS,
  ) {
    this.pairs = new FailureTable(limits);
    this.addresses = new FailureTable(limits);
    this.accounts = new FailureTable(limits);
  }

  begin(account: string, remoteAddress: string): Attempt | Refusal {
    const nowMs = this.clock.now();
    const address = addressGroup(remoteAddress);
    const pair = `${account.length}:${account}${address}`;
    const retryAfterMs = Math.max(this.addressPauseMs(address, nowMs), this.pairPauseMs(pair, account, nowMs));
    if (retryAfterMs > 0) return { retryAfterMs };
    const takeBack = [
      this.pairs.add(pair, nowMs),
      this.addresses.add(address, nowMs),
      this.accounts.add(account, nowMs),
    ];
    const undo = (): void => takeBack.forEach((undoOne) => undoOne());
    return {
      succeeded: () => {
        undo();
        this.pairs.forget(pair);
      },
      failed: () => undefined,
      abandoned: undo,
    };
  }

  private addressPauseMs(address: string, nowMs: number): number {
    const failures = this.addresses.find(address, nowMs);
    if (!failures || failures.count < this.limits.perAddress) return 0;
    return failures.lastAtMs + this.limits.windowMs - nowMs;
  }

  private pairPauseMs(pair: string, account: string, nowMs: number): number {
    const failures = this.pairs.find(pair, nowMs);
    if (!failures) return 0;
    const { perAccount, perAccountAndAddress, firstPauseMs, windowMs } = this.limits;
    const isFlooded = (this.accounts.find(account, nowMs)?.count ?? 0) >= perAccount;
    const excess = failures.count - (isFlooded ? 1 : perAccountAndAddress);
    if (excess < 0) return 0;
    return Math.max(0, failures.lastAtMs + Math.min(firstPauseMs * 2 ** excess, windowMs) - nowMs);
  }
}

/** Failures by key; forgets them after a quiet window, and drops the least recently used when full. */
class FailureTable {
  private readonly entries = new Map<string, Failures>();

  constructor(private readonly limits: Pick<AttemptLimits, 'windowMs' | 'capacity'>) {}

  find(key: string, nowMs: number): Failures | undefined {
    const failures = this.entries.get(key);
    return failures && nowMs - failures.lastAtMs < this.limits.windowMs ? failures : undefined;
  }

  /** Counts a failure. The returned function removes it again. */
  add(key: string, nowMs: number): () => void {
    const known = this.find(key, nowMs);
    const failures: Failures = known ?? { count: 0, lastAtMs: nowMs };
    const previousLastAtMs = failures.lastAtMs;
    failures.count++;
    failures.lastAtMs = nowMs;
    this.entries.delete(key);
    this.entries.set(key, failures);
    if (this.entries.size > this.limits.capacity) this.forget(this.entries.keys().next().value as string);
    return () => {
      failures.count--;
      if (failures.lastAtMs === nowMs) failures.lastAtMs = previousLastAtMs;
      if (failures.count === 0 && this.entries.get(key) === failures) this.forget(key);
    };
  }

  forget(key: string): void {
    this.entries.delete(key);
  }
}

/** An IPv6 customer has at least a /64, so its addresses count as one; IPv4-mapped addresses count as IPv4. */
export function addressGroup(address: string): string {
  const plain = address
    .toLowerCase()
    .replace(/%.*$/, '')
    .replace(/^::ffff:(?=\d+\.)/, '');
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length;
  const groups = [...front, ...Array<string>(Math.max(0, zeros)).fill('0'), ...back];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** The surrounding network, whose addresses probably have one owner: /16 of IPv4, /48 of IPv6. */
export function getNetwork(address: string): string {
  const group = addressGroup(address);
  return group.includes(':') ? group.split(':').slice(0, 3).join(':') : group.split('.').slice(0, 2).join('.');
}
