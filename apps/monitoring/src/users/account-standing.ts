import { Injectable } from '@nestjs/common';
import { isRoleName, OWN_ISSUER, permissionsOf } from '@wardstone/auth';
import type { Viewer } from '../authorization/viewer';
import { GatewayAccounts } from './gateway-accounts';
import { UserQueries } from './user.queries';

/** Permissions of absent people: the gateway knows the product's accounts. */
@Injectable()
export class AccountStanding {
  constructor(
    private readonly accounts: GatewayAccounts,
    private readonly users: UserQueries,
  ) {}

  /**
   * Undefined for an account that was removed or disabled, and for another one of the same name. Of people whom another
   * issuer vouches for nothing is known until they come again: the roles of their last request count.
   *
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
  return { roles, permissions: permissionsOf(roles) };
}
