import { Inject, Injectable } from '@nestjs/common';
import { ROLE_NAMES } from '@wardstone/auth';
import type { Queryable } from '@wardstone/database';
import { DELIVERY_SETTINGS, type DeliverySettings } from './delivery-settings';

/** Whom users and roles mean, when mail is sent. Users without an address are left out. */
@Injectable()
export class RecipientQueries {
  constructor(@Inject(DELIVERY_SETTINGS) private readonly settings: DeliverySettings) {}

  listAddressesOfUsers(from: Queryable, ids: readonly number[]): Promise<string[]> {
    return this.listAddresses(from, 'u.id = ANY ($2::integer[])', ids);
  }

  /** @param ids places in the table of roles, from 1: those of admin, operator, viewer, agent. */
  listAddressesOfRoles(from: Queryable, ids: readonly number[]): Promise<string[]> {
    const names = ids.flatMap((id) => ROLE_NAMES[id - 1] ?? []);
    return this.listAddresses(from, 'u.roles && $2::text[]', names);
  }

  /** A login that is an address stands for itself. */
  private async listAddresses(from: Queryable, condition: string, values: readonly unknown[]): Promise<string[]> {
    const rows = await from.query<{ address: string }>(
      `SELECT a.address
         FROM service_user u
        CROSS JOIN LATERAL (
          SELECT coalesce(u.email, CASE WHEN u.login LIKE '%_@_%' THEN u.login ELSE u.login || '@' || $1 END) AS address) a
        WHERE ${condition} AND a.address IS NOT NULL ORDER BY u.id`,
      [this.settings.userMailDomain ?? null, values],
    );
    return rows.map(({ address }) => address);
  }
}
