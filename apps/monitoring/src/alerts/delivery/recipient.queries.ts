import { Injectable } from '@nestjs/common';
import { ROLE_NAMES } from '@wardstone/auth';
import { Database } from '@wardstone/database';
import { AlertDeliveryConfig } from './alert-delivery.config';

/** Whom users and roles mean, when mail is sent. Users without an address are left out. */
@Injectable()
export class RecipientQueries {
  constructor(
    private readonly db: Database,
    private readonly config: AlertDeliveryConfig,
  ) {}

  listAddressesOfUsers(ids: readonly number[]): Promise<string[]> {
    return this.listAddresses('u.id = ANY ($2::integer[])', ids);
  }

  /** @param ids places in the table of roles, from 1: those of admin, operator, viewer, agent. */
  listAddressesOfRoles(ids: readonly number[]): Promise<string[]> {
    const names = ids.flatMap((id) => ROLE_NAMES[id - 1] ?? []);
    return this.listAddresses('u.roles && $2::text[]', names);
  }

  /** A login that is an address stands for itself. */
  private async listAddresses(condition: string, values: readonly unknown[]): Promise<string[]> {
    const rows = await this.db.query<{ address: string }>(
      `SELECT a.address
         FROM service_user u
        CROSS JOIN LATERAL (
          SELECT coalesce(u.email, CASE WHEN u.login LIKE '%_@_%' THEN u.login ELSE u.login || '@' || $1 END) AS address) a
        WHERE ${condition} AND a.address IS NOT NULL ORDER BY u.id`,
      [this.config.USER_MAIL_DOMAIN ?? null, values],
    );
    return rows.map(({ address }) => address);
  }
}
