import { Inject, Injectable } from '@nestjs/common';
import { LocalLogin } from '@wardstone/auth';
import type { CallerIdentity, LoggedIn } from '@wardstone/auth';
import { changeFacts } from '@wardstone/bootstrap';
import type { AuditNote } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { AccountChangesBody, NewAccountBody, PasswordChangeBody } from '@wardstone/dto/gateway';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import type { AccountEntity } from './account.entity';
import { AccountAdministrationQueries } from './account-administration.queries';
import { requireRoles } from './account-rules';
import { AccountQueries } from './account.queries';
import { AccountStore } from './account.service';
import { requireCovered } from './administration';

/** The accounts of an organisation, as its administrators change them. They grant and revoke only permissions that they hold. */
@Injectable()
export class AccountAdministrationService {
  constructor(
    @Inject(AccountAdministrationQueries) private readonly administration: AccountAdministrationQueries,
    @Inject(AccountQueries) private readonly queries: AccountQueries,
    @Inject(AccountStore) private readonly store: AccountStore,
    @Inject(LocalLogin) private readonly login: LocalLogin,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  async list({ orgId }: CallerIdentity): Promise<AccountEntity[]> {
    return this.administration.readOfOrg(orgId);
  }

  /** @throws not_found */
  async get(caller: CallerIdentity, username: string): Promise<AccountEntity> {
    return ofOrg(caller, await this.administration.readOne(username));
  }

  /** @throws insufficient_scope, account_exists, AccountError */
  async add(caller: CallerIdentity, { username, type, roles, password }: NewAccountBody): Promise<AccountEntity> {
    requireCovered(caller, requireRoles(roles));
    if (type === 'User' && password === undefined) {
      throw new ApiError(CommonError.invalid_request, 'The account of a person needs a password.');
    }
    const account = await this.store.prepare({
      username,
      type,
      roles,
      orgId: caller.orgId,
      ...(password === undefined ? {} : { password }),
    });
    const isAdded = await this.store.change(username, (tx) => this.queries.insert(tx, account, caller.subject));
    if (!isAdded) throw new ApiError(GatewayError.account_exists);
    return this.get(caller, username);
  }

  /** @throws not_found, insufficient_scope, AccountError */
  async change(
    caller: CallerIdentity,
    username: string,
    { roles, disabled, password }: AccountChangesBody,
    note: AuditNote,
  ): Promise<AccountEntity> {
    const wanted = roles && requireRoles(roles);
    const passwordHash = password === undefined ? undefined : await this.store.hash(password);
    await this.store.change(username, async (tx) => {
      const account = ofOrg(caller, await this.administration.lock(tx, username));
      requireCovered(caller, account.roles);
      if (wanted) requireCovered(caller, wanted);
      if (wanted || disabled !== undefined) requireOther(caller, account);
      const before = { roles: account.roles, disabled: account.disabled_at !== null };
      const after = { roles: wanted ?? before.roles, disabled: disabled ?? before.disabled };
      note(changeFacts({ kind: 'account', id: username, name: username }, before, after));
      if (passwordHash !== undefined) await this.queries.setPasswordHash(tx, username, passwordHash);
      await this.administration.update(tx, username, {
        ...(wanted ? { roles: wanted } : {}),
        ...(disabled === undefined
          ? {}
          : { disabled_at: disabled ? (account.disabled_at ?? new Date(this.clock.now())) : null }),
      });
    });
    return this.get(caller, username);
  }

  /** @throws not_found, insufficient_scope */
  async remove(caller: CallerIdentity, username: string): Promise<void> {
    await this.store.change(username, async (tx) => {
      const account = ofOrg(caller, await this.administration.lock(tx, username));
      requireCovered(caller, account.roles);
      requireOther(caller, account);
      await this.queries.remove(tx, username);
    });
  }

  /**
   * Gives the caller's own account another password, which ends its sessions.
   *
   * @returns a login with the new one
   * @throws invalid_credentials, too_many_attempts, insufficient_scope, AccountError
   */
  async changePassword(
    { username, subject }: CallerIdentity,
    { currentPassword, newPassword }: PasswordChangeBody,
    remoteAddress: string,
  ): Promise<LoggedIn> {
    const { caller } = await this.login.login(username, currentPassword, remoteAddress);
    if (caller.subject !== subject) {
      throw new ApiError(CommonError.insufficient_scope, 'Only local accounts have a password here.');
    }
    await this.store.setPassword(username, newPassword);
    return this.login.login(username, newPassword, remoteAddress);
  }
}

/** Of other organisations one does not even learn that there is such an account. @throws not_found */
function ofOrg({ orgId }: CallerIdentity, account: AccountEntity | null): AccountEntity {
  if (account?.org_id === orgId) return account;
  throw new ApiError(CommonError.not_found, 'There is no such account.');
}

/** An organisation keeps its last administrator. @throws insufficient_scope */
function requireOther({ subject }: CallerIdentity, account: AccountEntity): void {
  if (account.subject !== subject) return;
  throw new ApiError(
    CommonError.insufficient_scope,
    'You cannot remove or disable your own account, nor change its roles: another administrator does it.',
  );
}
