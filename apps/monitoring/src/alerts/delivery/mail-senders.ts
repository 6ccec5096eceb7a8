import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { TargetOutcome } from '../domain/delivery';
import { quietUntil } from '../domain/quiet-hours';
import { ON_CALL_SENDER } from '../senders/sender-catalogue';
import type { Recipient } from './delivery.queries';
import { Mailer } from './mailer';
import type { Notice, Sender } from './notice';
import { Recipients } from './recipients';

/** The notification itself is wrong; trying again changes nothing. */
export function refused(text: string): TargetOutcome[] {
  return [{ target: 'configuration', outcome: 'refused', text }];
}

/** The senders that mail, and what they say where a notification means no address. */
const MAILING: Readonly<Record<string, string | undefined>> = {
  'Direct Emails': undefined,
  'System Users': 'no user of the list has an e-mail address',
  'System Roles': 'no user with one of the roles has an e-mail address',
  [ON_CALL_SENDER]: 'the rotation is gone, or who is on call has no e-mail address',
};

@Injectable()
export class MailSenders {
  readonly all: readonly Sender[] = Object.entries(MAILING).map(([name, ifNone]) => this.mailing(name, ifNone));

  constructor(
    private readonly mailer: Mailer,
    private readonly recipients: Recipients,
    private readonly clock: Clock,
  ) {}

  private mailing(senderName: string, ifNone: string | undefined): Sender {
    const send: Sender['send'] = async (notice, config, settled) => {
      const receiver = { senderName, config };
      const recipients = (await this.recipients.load([receiver]))(receiver, this.clock.now()) ?? [];
      if (recipients.length === 0 && ifNone !== undefined) return refused(ifNone);
      const waiting = recipients.flatMap((recipient) => this.waiting(notice, recipient));
      const kept = new Set([...settled, ...waiting.map(({ target }) => target)]);
      const told = await this.mailer.mail(senderName, notice, recipients, kept);
      return [...told, ...waiting.filter(({ target }) => !settled.has(target))];
    };
    return { name: senderName, send };
  }

  /** In quiet hours, which a test ignores. */
  private waiting({ isTest, definition }: Notice, { address, quiet }: Recipient): TargetOutcome[] {
    const untilMs = isTest || !quiet ? undefined : quietUntil(quiet, definition.priority, this.clock.now());
    if (untilMs === undefined) return [];
    const text = `${address}: quiet until ${new Date(untilMs).toISOString()}`;
    return [{ target: address, outcome: 'waiting', text, untilMs }];
  }
}
