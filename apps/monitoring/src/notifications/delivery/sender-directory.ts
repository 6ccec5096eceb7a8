import { Injectable } from '@nestjs/common';
import { HttpSenders } from './http-senders';
import { LogSender } from './log.sender';
import type { Sender, StoringSender } from './notice';
import { SlackAppSender } from './slack-app.sender';
import { OperationSender } from './operation.sender';
import { RecipientSenders } from './recipient-senders';
import { SnmpSender } from './snmp.sender';

/** Finds senders by their name in the catalogue. */
@Injectable()
export class SenderDirectory {
  private readonly senders: readonly Sender[];
  private readonly storing: readonly StoringSender[];

  constructor(
    people: RecipientSenders,
    traps: SnmpSender,
    posts: HttpSenders,
    slack: SlackAppSender,
    log: LogSender,
    operations: OperationSender,
  ) {
    this.senders = [...people.all, ...posts.all, slack, traps, log];
    this.storing = [operations];
  }

  find(name: string): Sender | undefined {
    return this.senders.find((sender) => sender.name === name);
  }

  findStoring(name: string): StoringSender | undefined {
    return this.storing.find((sender) => sender.name === name);
  }
}
