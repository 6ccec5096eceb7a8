import { DEFAULT_ORG, withAccounts } from '../../apps/launcher/src';
import { SERVICE_NAMES } from '../system';
import type { Caller } from '../requests/caller';
import type { KnownIds } from '../requests/known-ids';

const INVITATIONS = 4;
/** Of those that requests made; an organisation may have a thousand. */
const KEPT_INVITATIONS = 500;
const DAY_SECONDS = 24 * 60 * 60;

const CLIENT = { username: 'fuzz-client', password: 'only for the fuzzer' };
/** Of an account that asks for tokens and does nothing else. */
export const CLIENT_LOGIN = `Basic ${Buffer.from(`${CLIENT.username}:${CLIENT.password}`).toString('base64')}`;

/** An account that logs in, and join tokens that are good. */
export async function renewGateway(_caller: Caller, known: KnownIds, dataDir: string): Promise<void> {
  known.set('service', SERVICE_NAMES);
  const tokens = await withAccounts(dataDir, async ({ accounts, joinTokens }) => {
    if (!(await accounts.list()).some(({ username }) => username === CLIENT.username)) {
      await accounts.add({ ...CLIENT, roles: ['viewer'], orgId: DEFAULT_ORG });
    }
    const older = await joinTokens.list(DEFAULT_ORG);
    for (const { id } of older.slice(KEPT_INVITATIONS)) await joinTokens.revoke(id, DEFAULT_ORG);
    const made: string[] = [];
    for (let left = INVITATIONS; left > 0; left--) {
      made.push((await joinTokens.create({ uses: 2, expiresIn: DAY_SECONDS }, { orgId: DEFAULT_ORG })).token);
    }
    return made;
  });
  known.set('token', tokens);
}
