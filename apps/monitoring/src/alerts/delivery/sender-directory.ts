import { Inject, Injectable } from '@nestjs/common';
import { LogSender } from './log.sender';
import { DirectEmailSender, SystemRoleSender, SystemUserSender } from './mail-senders';
import type { Sender, StoringSender } from './notice';
import { OperationSender } from './operation.sender';
import { SnmpSender } from './snmp.sender';
import { WebhookSender } from './webhook.sender';

/** Every sender by its name, which the catalogue describes. */
@Injectable()
export class SenderDirectory {
  private readonly senders: readonly Sender[];
  private readonly storing: readonly StoringSender[];

  constructor(
    @Inject(DirectEmailSender) direct: DirectEmailSender,
    @Inject(SystemUserSender) users: SystemUserSender,
    @Inject(SystemRoleSender) roles: SystemRoleSender,
    @Inject(SnmpSender) traps: SnmpSender,
    @Inject(WebhookSender) webhooks: WebhookSender,
    @Inject(LogSender) log: LogSender,
    @Inject(OperationSender) operations: OperationSender,
  ) {
    this.senders = [direct, users, roles, traps, webhooks, log];
    this.storing = [operations];
  }

  get names(): string[] {
    return [...this.senders, ...this.storing].map(({ name }) => name).sort();
  }

  find(name: string): Sender | undefined {
    return this.senders.find((sender) => sender.name === name);
  }

  findStoring(name: string): StoringSender | undefined {
    return this.storing.find((sender) => sender.name === name);
  }
}
