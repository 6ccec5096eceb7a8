import { PasswordHasher } from '@wardstone/auth';
import { type Clock, SystemClock } from '@wardstone/clock';
import { type OpenAccounts, openAccounts } from '../src/open-accounts';

/** The accounts in a gateway's database, as another process changes them; with hashes that take no time. */
export function openTestAccounts(url: string, clock: Clock = new SystemClock()): Promise<OpenAccounts> {
  return openAccounts({ url, clock, hasher: new PasswordHasher({ memoryKiB: 64 }) });
}
