import { dirname, join } from 'node:path';
import { AccountError, DEFAULT_MIN_PASSWORD_LENGTH, requirePassword } from '../accounts/account';
import type { AccountStore } from '../accounts/account-store';
import type { EnrolmentStore } from './enrolment-store';

/** Where the tokens of an installation are: beside its accounts. */
export function enrolmentsFile(accountsFile: string): string {
  return join(dirname(accountsFile), 'enrolments.json');
}

/** The one role that accounts of programs which register themselves have. */
const ROLE = 'agent';

/** Gives programs accounts of their own for one-time tokens. */
export class EnrolmentService {
  constructor(
    private readonly accounts: AccountStore,
    private readonly enrolments: EnrolmentStore,
  ) {}

  /** A one-time token for the account. @throws AccountError when it is somebody else's */
  async invite(username: string, orgId: string): Promise<string> {
    const account = (await this.accounts.list()).find((known) => known.username === username);
    if (account && !isProgram(account)) throw new AccountError(`The account ${username} is not that of an agent.`);
    return this.enrolments.invite({ username, orgId });
  }

  /**
   * Sets the password of the account that the token is for, which is made if need be. Answers its name; undefined when
   * the token is not good.
   *
   * @throws AccountError when the password is unfit
   */
  async enrol(token: string, password: string): Promise<string | undefined> {
    requirePassword(password, DEFAULT_MIN_PASSWORD_LENGTH);
    const enrolment = await this.enrolments.use(token, password);
    if (!enrolment) return undefined;
    const { username, orgId } = enrolment;
    const account = (await this.accounts.list()).find((known) => known.username === username);
    if (account && !isProgram(account)) return undefined;
    if (account) await this.accounts.setPassword(username, password);
    else await this.accounts.add({ username, password, roles: [ROLE], orgId, type: 'ServiceAccount' });
    return username;
  }
}

function isProgram({ roles, type }: { roles: readonly string[]; type: string }): boolean {
  return type === 'ServiceAccount' && roles.every((role) => role === ROLE);
}
