import { Injectable } from '@nestjs/common';
import {
  type CallerIdentity,
  isAgentAccount,
  LocalLogin,
  type LoggedIn,
  listPermissions,
  permits,
  type RoleName,
} from '@wardstone/auth';
import { type AuditNote, changeFacts } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import type { AccountChangesBody, NewAccountBody, PasswordChangeBody } from '@wardstone/dto/gateway';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import type { Ending } from './endings';
import type { AccountEntity } from './account.entity';
import { requireRoles } from './account-rules';
import { AccountQueries } from './account.queries';
import { AccountStore } from './account.service';
import { asOfNow, requireCovered } from './administration';

/** Administration of an organisation's accounts. Administrators grant and revoke only permissions that they hold. */
@Injectable()
export class AccountAdministrationService {
  constructor(
    private readonly queries: AccountQueries,
    private readonly store: AccountStore,
    private readonly login: LocalLogin,
    private readonly clock: Clock,
  ) {}

  async list({ orgId }: CallerIdentity): Promise<AccountEntity[]> {
    return this.queries.readOfOrg(orgId);
  }

  /** @throws not_found */
  async get(caller: CallerIdentity, username: string): Promise<AccountEntity> {
    return requireOfOrg(caller, await this.queries.readOne(username));
  }

  /** @throws insufficient_scope, account_exists, AccountError */
  async add(caller: CallerIdentity, { username, name, type, roles, password }: NewAccountBody): Promise<AccountEntity> {
    requireCovered(caller, requireRoles(roles));
    if (type === 'User' && password === undefined) {
      throw new ApiError(CommonError.invalid_request, 'The account of a person needs a password.');
    }
    const account = await this.store.prepare({
      username,
      type,
      roles,
      orgId: caller.orgId,
      ...(name === undefined ? {} : { name }),
      ...(password === undefined ? {} : { password }),
    });
    const isAdded = await this.store.change(username, async (tx) => {
      const maker = asOfNow(caller, await this.queries.lock(tx, [caller.username]));
      requireCovered(maker, roles);
      return this.store.insert(tx, account, caller.subject);
    });
    if (!isAdded) throw new ApiError(GatewayError.account_exists);
    return this.get(caller, username);
  }

  /** @throws not_found, insufficient_scope, AccountError */
  async change(
    caller: CallerIdentity,
    username: string,
    { name, roles, disabled, password }: AccountChangesBody,
    note: AuditNote,
  ): Promise<AccountEntity> {
    const wanted = roles && requireRoles(roles);
    const passwordHash = password === undefined ? undefined : await this.store.hash(password);
    await this.store.change(username, async (tx) => {
      const account = await this.lockOther(tx, caller, username, wanted);
      const before = { name: account.name, roles: account.roles, disabled: account.disabled_at !== null };
      const after = {
        name: name === undefined ? before.name : name,
        roles: wanted ?? before.roles,
        disabled: disabled ?? before.disabled,
      };
      note(changeFacts({ kind: 'account', id: username, name: username }, before, after));
      await this.queries.update(tx, username, {
        ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
        ...(name === undefined ? {} : { name }),
        ...(wanted ? { roles: wanted } : {}),
        ...(disabled === undefined
          ? {}
          : { disabled_at: disabled ? (account.disabled_at ?? new Date(this.clock.now())) : null }),
      });
      for (const ending of findEndings(account, { wanted, disabled, password })) {
        await this.store.end(tx, account, ending);
      }
    });
    return this.get(caller, username);
  }

  /** @throws not_found, insufficient_scope */
  async remove(caller: CallerIdentity, username: string): Promise<void> {
    await this.store.change(username, async (tx) => {
      const account = await this.lockOther(tx, caller, username);
      await this.store.end(tx, account, 'removed');
      await this.queries.remove(tx, username);
    });
  }

  /**
   * Changes the name of the caller's own account; without a name, removes it.
   * @throws insufficient_scope
   */
  async changeName(
    { username, subject }: CallerIdentity,
    name: string | null,
    note: AuditNote,
  ): Promise<AccountEntity> {
    return this.store.change(username, async (tx) => {
      const [account] = await this.queries.lock(tx, [username]);
      if (account?.subject !== subject) {
        throw new ApiError(
          CommonError.insufficient_scope,
          'Only local accounts have a name here; others have the one that their identity provider states.',
        );
      }
      note(changeFacts({ kind: 'account', id: username, name: username }, { name: account.name }, { name }));
      await this.queries.update(tx, username, { name });
      return { ...account, name };
    });
  }

  /** People of the caller's organisation with a name, by login. */
  listNamed(
    { orgId }: CallerIdentity,
    after: string,
    limit: number,
  ): Promise<Pick<AccountEntity, 'username' | 'name'>[]> {
    return this.queries.readNamed(orgId, after, limit);
  }

  /**
   * Changes the password of the caller's own account, which ends its sessions.
   * @returns a login with the new password
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
    await this.store.setPassword(username, newPassword, 'password changed');
    return this.login.login(username, newPassword, remoteAddress);
  }

  /**
   * An account that the caller may change. Both accounts are locked, and the caller's present permissions count, so
   * that of two administrators who would remove each other one remains.
   * @throws not_found, insufficient_scope, invalid_credentials
   */
  private async lockOther(
    tx: Transaction,
    caller: CallerIdentity,
    username: string,
    wanted: readonly RoleName[] = [],
  ): Promise<AccountEntity> {
    const rows = await this.queries.lock(tx, [caller.username, username]);
    const administrator = asOfNow(caller, rows);
    const account = requireOfOrg(
      caller,
      rows.find((row) => row.username === username),
    );
    requireCovered(administrator, [...account.roles, ...wanted]);
    requireOther(caller, account);
    return account;
  }
}

/** Credentials that end with a change of an account. */
function findEndings(
  before: AccountEntity,
  { wanted, disabled, password }: { wanted?: RoleName[] | undefined; disabled?: boolean; password?: string },
): Ending[] {
  const wasAdministrator = permits(listPermissions(before.roles), 'MANAGE_SECURITY');
  const wasAgent = isAgentAccount(before);
  return [
    ...(password === undefined ? [] : (['password reset'] as const)),
    ...(disabled === undefined ? [] : ([disabled ? 'disabled' : 'enabled'] as const)),
    ...(wanted && wasAdministrator && !permits(listPermissions(wanted), 'MANAGE_SECURITY')
      ? (['no administrator any more'] as const)
      : []),
    ...(wanted && wasAgent && !isAgentAccount({ ...before, roles: wanted }) ? (['no agent any more'] as const) : []),
  ];
}

/**
 * Accounts of other organisations count as unknown.
 * @throws not_found
 */
function requireOfOrg({ orgId }: CallerIdentity, account: AccountEntity | null | undefined): AccountEntity {
  if (account?.org_id === orgId) return account;
  throw new ApiError(CommonError.not_found, 'There is no such account.');
}

/**
 * Keeps the last administrator of an organisation.
 * @throws insufficient_scope
 */
function requireOther({ subject }: CallerIdentity, account: AccountEntity): void {
  if (account.subject !== subject) return;
  throw new ApiError(
    CommonError.insufficient_scope,
    'You cannot remove, disable or change your own account: another administrator does it. Your own password: PUT /auth/password.',
  );
}
