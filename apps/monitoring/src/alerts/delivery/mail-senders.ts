import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { parseIdList, type TargetOutcome } from '../domain/delivery';
import { shiftAt } from '../domain/rotation';
import { OnCallQueries } from '../on-call/on-call.queries';
import { ON_CALL_SENDER, type StoredConfig } from '../senders/sender-catalogue';
import { entriesOf } from '../senders/sender-properties';
import { Mailer } from './mailer';
import type { Sender } from './notice';
import { DeliveryQueries } from './delivery.queries';

/** The notification itself is wrong; trying again changes nothing. */
export function refused(text: string): TargetOutcome[] {
  return [{ target: 'configuration', outcome: 'refused', text }];
}

/** The senders that mail, by whom they mail. */
@Injectable()
export class MailSenders {
  readonly all: readonly Sender[];

  constructor(
    private readonly mailer: Mailer,
    queries: DeliveryQueries,
    onCall: OnCallQueries,
    clock: Clock,
  ) {
    this.all = [
      this.mailing('Direct Emails', ({ emailAddress = '' }) => entriesOf(emailAddress)),
      this.mailing(
        'System Users',
        ({ subjectId = '' }) => queries.listAddressesOfUsers(parseIdList(subjectId) ?? []),
        'no user of the list has an e-mail address',
      ),
      this.mailing(
        'System Roles',
        ({ roleId = '' }) => queries.listAddressesOfRoles(parseIdList(roleId) ?? []),
        'no user with one of the roles has an e-mail address',
      ),
      this.mailing(
        ON_CALL_SENDER,
        async ({ rotationId }) => {
          const rotation = await onCall.find('rotation', Number(rotationId));
          return rotation ? queries.listAddressesOfUsers([shiftAt(rotation, clock.now()).userId]) : [];
        },
        'the rotation is gone, or who is on call has no e-mail address',
      ),
    ];
  }

  /** @param ifNone refuses a notification that means no address. */
  private mailing(
    name: string,
    addressesOf: (config: StoredConfig) => string[] | Promise<string[]>,
    ifNone?: string,
  ): Sender {
    const send: Sender['send'] = async (notice, config, settled) => {
      const addresses = await addressesOf(config);
      if (addresses.length === 0 && ifNone !== undefined) return refused(ifNone);
      return this.mailer.mail(notice, addresses, settled);
    };
    return { name, send };
  }
}
