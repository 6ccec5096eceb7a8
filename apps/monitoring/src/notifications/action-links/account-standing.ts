import { Injectable } from '@nestjs/common';
import { isRoleName, OWN_ISSUER, permissionsOf } from '@wardstone/auth';
import type { Viewer } from '../../authorization/viewer';
import { GatewayAccounts } from '../../users/gateway-accounts';

/** What a person may do who is not there: the gateway knows the accounts of the product. */
@Injectable()
export class AccountStanding {
  constructor(private readonly accounts: GatewayAccounts) {}

  /**
   * Undefined for an account that was removed or disabled, and for another one of the same name. Of people whom another
   * issuer vouches for nothing is known until they come again: what they might do then counts.
   *
   * @param roles at the last request
   * @throws service_unavailable
   */
  async find(login: string, subject: string, roles: readonly string[]): Promise<Viewer | undefined> {
    if (!subject.startsWith(`${OWN_ISSUER}|`)) return viewerOf(roles);
    const present = await this.accounts.findRoles(login, subject);
    return present && viewerOf(present);
  }
}

/** As far as roles say. */
function viewerOf(names: readonly string[]): Viewer {
  const roles = names.filter(isRoleName);
  return { roles, permissions: permissionsOf(roles) };
}
