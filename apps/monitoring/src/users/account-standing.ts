import { Injectable } from '@nestjs/common';
import { isRoleName, OWN_ISSUER, listPermissions } from '@wardstone/auth';
import type { Viewer } from '../authorization/viewer';
import { GatewayAccounts } from './gateway-accounts';
import { UserQueries } from './user.queries';

/** Permissions of people without a request; the gateway knows the product's accounts. */
@Injectable()
export class AccountStanding {
  constructor(
    private readonly accounts: GatewayAccounts,
    private readonly users: UserQueries,
  ) {}

  /**
   * Undefined for a removed or disabled account, and for another one with the same name. For people of another issuer,
   * the roles of their last request count.
   * @throws service_unavailable
   */
  async find(login: string, subject: string): Promise<Viewer | undefined> {
    const known = await this.users.findKnown(login);
    if (known?.subject !== subject) return undefined;
    if (!subject.startsWith(`${OWN_ISSUER}|`)) return getViewer(known.roles);
    const present = await this.accounts.findRoles(login, subject);
    return present && getViewer(present);
  }
}

/** A viewer with the permissions of roles. */
function getViewer(names: readonly string[]): Viewer {
  const roles = names.filter(isRoleName);
  return { roles, permissions: listPermissions(roles) };
}
