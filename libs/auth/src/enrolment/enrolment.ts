import { dirname, join } from 'node:path';
import { AccountError, DEFAULT_MIN_PASSWORD_LENGTH, credentialOf, requirePassword } from '../accounts/account';
import type { AccountStore } from '../accounts/account-store';
import type { Enrolment, EnrolmentStore } from './enrolment-store';

/** Where the tokens of an installation are: beside its accounts. */
export function enrolmentsFile(accountsFile: string): string {
  return join(dirname(accountsFile), 'enrolments.json');
}

/** The one role that accounts of programs which register themselves have. */
const ROLE = 'agent';
/** As the monitoring service takes them. */
const AGENT_NAME = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives programs accounts of their own for one-time tokens. */
export class EnrolmentService {
  constructor(
    private readonly accounts: AccountStore,
    private readonly enrolments: EnrolmentStore,
  ) {}

  /** A one-time token for the agent and its account. @throws AccountError when the account is not that of an agent */
  async invite(username: string, orgId: string): Promise<string> {
    if (!AGENT_NAME.test(username)) {
      throw new AccountError('The name of an agent has 1 to 64 letters, digits, dots, underscores and hyphens.');
    }
    const { account } = await this.accounts.lookUpNow(username);
    if (account && !isProgram(account)) throw new AccountError(`The account ${username} is not an agent account.`);
    return this.enrolments.invite({ username, orgId, ...(account ? { invitedWith: credentialOf(account) } : {}) });
  }

  /** Ends what was made for the account and is not used yet. Answers whether there was anything. */
  withdraw(username: string): Promise<boolean> {
    return this.enrolments.withdraw(username);
  }

  /**
   * Makes the account that the token is for, or sets its password. Answers its name; undefined when the token is not
   * good: also when the account was removed, or its password changed, since the token was made or used.
   *
   * @throws AccountError when the password is unfit
   * @throws AccountsReadOnlyError when accounts cannot be changed from here
   */
  async enrol(token: string, password: string): Promise<string | undefined> {
    requirePassword(password, DEFAULT_MIN_PASSWORD_LENGTH);
    const enrolment = await this.enrolments.find(token);
    if (!enrolment) return undefined;
    if (await this.isRepeat(enrolment, token, password)) return enrolment.username;
    if (enrolment.used) return undefined;
    try {
      const isUsed = await this.enrolments.use(token, password, () => this.giveAccount(enrolment, password));
      if (isUsed) return enrolment.username;
    } catch (error) {
      throw isReadOnly(error) ? new AccountsReadOnlyError(error) : error;
    }
    // Another request with the same token was first, perhaps the same one.
    const used = await this.enrolments.find(token);
    return used && (await this.isRepeat(used, token, password)) ? used.username : undefined;
  }

  /** Changes nothing and writes nothing: the answer to the first request may have been lost. */
  private async isRepeat(enrolment: Enrolment, token: string, password: string): Promise<boolean> {
    if (!enrolment.used || !this.enrolments.isRepeat(enrolment, token, password)) return false;
    const { account } = await this.accounts.lookUpNow(enrolment.username);
    return account !== undefined && credentialOf(account) === enrolment.used.credential;
  }

  /** Fingerprint of the password that the account has then; undefined when it is not the account of the invitation. */
  private async giveAccount(
    { username, orgId, invitedWith }: Enrolment,
    password: string,
  ): Promise<string | undefined> {
    const { account } = await this.accounts.lookUpNow(username);
    if (account && !isProgram(account)) return undefined;
    if ((account && credentialOf(account)) !== invitedWith) {
      // Made by a request that ended before it could say so.
      return account && (await this.accounts.hasPassword(account, password)) ? credentialOf(account) : undefined;
    }
    if (account) await this.accounts.setPassword(username, password);
    else await this.accounts.add({ username, password, roles: [ROLE], orgId, type: 'ServiceAccount' });
    const { account: made } = await this.accounts.lookUpNow(username);
    return made && credentialOf(made);
  }
}

/** Enrolments cannot be answered where the accounts are mounted read-only. */
export class AccountsReadOnlyError extends Error {
  constructor(cause: unknown) {
    super('The accounts are read-only here.', { cause });
  }
}

function isReadOnly(error: unknown): boolean {
  return ['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function isProgram({ roles, type }: { roles: readonly string[]; type: string }): boolean {
  return type === 'ServiceAccount' && roles.every((role) => role === ROLE);
}
