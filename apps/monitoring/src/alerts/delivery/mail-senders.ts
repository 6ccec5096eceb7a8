import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { parseIdList, type TargetOutcome } from '../domain/delivery';
import { quietUntil } from '../domain/quiet-hours';
import { shiftAt } from '../domain/rotation';
import { OnCallQueries } from '../on-call/on-call.queries';
import { ON_CALL_SENDER, type StoredConfig } from '../senders/sender-catalogue';
import { entriesOf } from '../senders/sender-properties';
import { Mailer } from './mailer';
import type { Notice, Sender } from './notice';
import { DeliveryQueries, type Recipient } from './delivery.queries';

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
    private readonly clock: Clock,
  ) {
    this.all = [
      this.mailing('Direct Emails', ({ emailAddress = '' }) =>
        entriesOf(emailAddress).map((address) => ({ address, quiet: null })),
      ),
      this.mailing(
        'System Users',
        ({ subjectId = '' }) => queries.listUsers(parseIdList(subjectId) ?? []),
        'no user of the list has an e-mail address',
      ),
      this.mailing(
        'System Roles',
        ({ roleId = '' }) => queries.listUsersOfRoles(parseIdList(roleId) ?? []),
        'no user with one of the roles has an e-mail address',
      ),
      this.mailing(
        ON_CALL_SENDER,
        async ({ rotationId }) => {
          const rotation = await onCall.find('rotation', Number(rotationId));
          return rotation ? queries.listUsers([shiftAt(rotation, clock.now()).userId]) : [];
        },
        'the rotation is gone, or who is on call has no e-mail address',
      ),
    ];
  }

  /** @param ifNone refuses a notification that means no address. */
  private mailing(
    name: string,
    recipientsOf: (config: StoredConfig) => Recipient[] | Promise<Recipient[]>,
    ifNone?: string,
  ): Sender {
    const send: Sender['send'] = async (notice, config, settled) => {
      const recipients = await recipientsOf(config);
      if (recipients.length === 0 && ifNone !== undefined) return refused(ifNone);
      const waiting = recipients.flatMap((recipient) => this.waiting(notice, recipient));
      const kept = new Set([...settled, ...waiting.map(({ target }) => target)]);
      const told = await this.mailer.mail(name, notice, recipients, kept);
      return [...told, ...waiting.filter(({ target }) => !settled.has(target))];
    };
    return { name, send };
  }
  /** In quiet hours, which a test ignores. */
  private waiting({ isTest, definition }: Notice, { address, quiet }: Recipient): TargetOutcome[] {
    const untilMs = isTest || !quiet ? undefined : quietUntil(quiet, definition.priority, this.clock.now());
    if (untilMs === undefined) return [];
    const text = `${address}: quiet until ${new Date(untilMs).toISOString()}`;
    return [{ target: address, outcome: 'waiting', text, untilMs }];
  }
}
