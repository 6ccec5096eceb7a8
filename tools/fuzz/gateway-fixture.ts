import { DEFAULT_ORG, openAccounts, openEnrolments } from '../accounts';
import { SERVICE_NAMES } from '../system';
import type { Caller } from './caller';
import type { KnownIds } from './known-ids';

const INVITATIONS = 4;
let invited = 0;

const CLIENT = { username: 'fuzz-client', password: 'only for the fuzzer' };
/** Of an account that asks for tokens and does nothing else. */
export const CLIENT_LOGIN = `Basic ${Buffer.from(`${CLIENT.username}:${CLIENT.password}`).toString('base64')}`;

/** An account that logs in, and one-time tokens that are good, so that agents enrol. */
export async function renewGateway(_caller: Caller, known: KnownIds, dataDir: string): Promise<void> {
  known.set('service', SERVICE_NAMES);
  const accounts = openAccounts(dataDir);
  if (!(await accounts.list()).some(({ username }) => username === CLIENT.username)) {
    await accounts.add({ ...CLIENT, roles: ['viewer'], orgId: DEFAULT_ORG });
  }
  const enrolments = openEnrolments(dataDir);
  const tokens: string[] = [];
  for (let left = INVITATIONS; left > 0; left--) {
    tokens.push(await enrolments.invite(`fuzz-agent-${++invited}`, DEFAULT_ORG));
  }
  known.set('token', tokens);
}
