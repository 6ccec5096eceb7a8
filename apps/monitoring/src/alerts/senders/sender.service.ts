import { Injectable } from '@nestjs/common';
import { permits } from '@wardstone/auth';
import type { AlertSender, SenderChoice, SenderPropertyRest } from '@wardstone/dto/monitoring';
import { Addresses } from '../../api/addresses';
import type { Viewer } from '../../authorization/viewer';
import { MonitoringConfig } from '../../monitoring.config';
import { requireSender } from '../definitions/part-readers';
import { type SenderDescription, SENDERS } from './sender-catalogue';
import { SenderChoiceQueries } from './sender-choice.queries';
import type { SenderProperty } from './sender-properties';

@Injectable()
export class SenderService {
  constructor(
    private readonly queries: SenderChoiceQueries,
    private readonly addresses: Addresses,
    private readonly config: MonitoringConfig,
  ) {}

  list(): AlertSender[] {
    return SENDERS.map((sender) => this.toRecord(sender));
  }

  /** @throws alert_sender_not_found */
  async read(name: string, viewer: Viewer): Promise<AlertSender> {
    const sender = requireSender(name);
    const users = await this.usersFor(sender, viewer);
    return {
      ...this.toRecord(sender),
      configDefinition: Object.fromEntries(sender.properties.map((property) => [property.name, property.type])),
      properties: sender.properties.map((property) => toProperty(property, users)),
    };
  }

  /** Names of others are for those who may choose them. */
  private async usersFor({ properties }: SenderDescription, viewer: Viewer): Promise<readonly SenderChoice[]> {
    if (!properties.some(({ kind }) => kind === 'user') || !permits(viewer.permissions, 'MANAGE_ALERTS')) return [];
    return (await this.queries.listUsers()).map(({ id, login }) => ({ value: String(id), label: login }));
  }

  private toRecord({ name, label = name, description, mails, isUntestable = false }: SenderDescription): AlertSender {
    const self = this.addresses.link('self', `/alert/sender/${encodeURIComponent(name)}`);
    const isCut = mails && this.config.SMTP_URL === undefined;
    return {
      ...{ senderName: name, description, label, link: self, testable: !isUntestable },
      problem: isCut ? 'no mail server is set (SMTP_URL)' : undefined,
      configDefinition: undefined,
      properties: undefined,
    };
  }
}

function toProperty(
  { name, type, label, help, isRequired = false, kind, choices = [], onlyWith }: SenderProperty,
  users: readonly SenderChoice[],
): SenderPropertyRest {
  return {
    ...{ name, type, label, help, required: isRequired, kind },
    choices: kind === 'user' ? users : choices,
    onlyWithProperty: onlyWith?.property,
    onlyWithValue: onlyWith?.value,
  };
}
