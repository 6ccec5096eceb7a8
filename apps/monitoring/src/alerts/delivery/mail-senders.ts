import { Injectable } from '@nestjs/common';
import { parseIdList, type TargetOutcome } from '../domain/delivery';
import type { StoredConfig } from '../senders/sender-catalogue';
import { entriesOf } from '../senders/sender-properties';
import { Mailer } from './mailer';
import type { Notice, Sender } from './notice';
import { DeliveryQueries } from './delivery.queries';

/** The notification itself is wrong; trying again changes nothing. */
export function refused(text: string): TargetOutcome[] {
  return [{ target: 'configuration', outcome: 'refused', text }];
}

@Injectable()
export class DirectEmailSender implements Sender {
  readonly name = 'Direct Emails';

  constructor(private readonly mailer: Mailer) {}

  send(notice: Notice, { emailAddress = '' }: StoredConfig, settled: ReadonlySet<string>) {
    return this.mailer.mail(notice, entriesOf(emailAddress), settled);
  }
}

@Injectable()
export class SystemUserSender implements Sender {
  readonly name = 'System Users';

  constructor(
    private readonly mailer: Mailer,
    private readonly queries: DeliveryQueries,
  ) {}

  async send(notice: Notice, { subjectId = '' }: StoredConfig, settled: ReadonlySet<string>) {
    const addresses = await this.queries.listAddressesOfUsers(parseIdList(subjectId) ?? []);
    if (addresses.length === 0) return refused('no user of the list has an e-mail address');
    return this.mailer.mail(notice, addresses, settled);
  }
}

@Injectable()
export class SystemRoleSender implements Sender {
  readonly name = 'System Roles';

  constructor(
    private readonly mailer: Mailer,
    private readonly queries: DeliveryQueries,
  ) {}

  async send(notice: Notice, { roleId = '' }: StoredConfig, settled: ReadonlySet<string>) {
    const addresses = await this.queries.listAddressesOfRoles(parseIdList(roleId) ?? []);
    if (addresses.length === 0) return refused('no user with one of the roles has an e-mail address');
    return this.mailer.mail(notice, addresses, settled);
  }
}
