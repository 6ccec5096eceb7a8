import { Inject, Injectable } from '@nestjs/common';
import type { AlertSender } from '@wardstone/dto/monitoring';
import { Addresses } from '../../api/addresses';
import { requireSender } from '../definitions/notification-reader';
import { SENDERS } from './sender-catalogue';
import type { SenderDescription } from './sender-catalogue';

@Injectable()
export class SenderService {
  constructor(@Inject(Addresses) private readonly addresses: Addresses) {}

  list(): AlertSender[] {
    return SENDERS.map((sender) => this.toRecord(sender));
  }

  /** @throws alert_sender_not_found */
  read(name: string): AlertSender {
    const sender = requireSender(name);
    return { ...this.toRecord(sender), configDefinition: sender.properties };
  }

  private toRecord({ name, description }: SenderDescription): AlertSender {
    const self = this.addresses.link('self', `/alert/sender/${encodeURIComponent(name)}`);
    return { senderName: name, description, link: self, configDefinition: undefined };
  }
}
