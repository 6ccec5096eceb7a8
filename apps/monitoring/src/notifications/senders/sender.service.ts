import { Injectable } from '@nestjs/common';
import { type PropertyKind, type SenderDescription, type SenderProperty, SENDERS } from '@wardstone/alerting';
import { permits } from '@wardstone/auth';
import type { AlertSender, SenderChoice, SenderPropertyRest } from '@wardstone/dto/monitoring';
import { Addresses } from '../../api/addresses';
import type { Viewer } from '../../authorization/viewer';
import { MonitoringConfig } from '../../monitoring.config';
import { AccountDirectory } from '../../users/account-directory';
import { SenderChoiceQueries } from './sender-choice.queries';
import { requireSender } from './sender-config';

type Choices = { readonly [K in PropertyKind]?: readonly SenderChoice[] };

@Injectable()
export class SenderService {
  constructor(
    private readonly queries: SenderChoiceQueries,
    private readonly directory: AccountDirectory,
    private readonly addresses: Addresses,
    private readonly config: MonitoringConfig,
  ) {}

  list(): AlertSender[] {
    return SENDERS.map((sender) => this.toRecord(sender));
  }

  /** @throws alert_sender_not_found */
  async read(name: string, viewer: Viewer): Promise<AlertSender> {
    const sender = requireSender(name);
    const choices = await this.choicesFor(sender, viewer);
    return {
      ...this.toRecord(sender),
      configDefinition: Object.fromEntries(sender.properties.map((property) => [property.name, property.type])),
      properties: sender.properties.map((property) => toProperty(property, choices)),
    };
  }

  /** Choices by kind of property. Other people's names are only for callers who may choose them. */
  private async choicesFor({ properties }: SenderDescription, viewer: Viewer): Promise<Choices> {
    if (!permits(viewer.permissions, 'MANAGE_ALERTS')) return {};
    const has = (kind: PropertyKind): boolean => properties.some((property) => property.kind === kind);
    if (has('user')) await this.directory.refresh();
    const listed = async (rows: Promise<{ id: number; name: string }[]>): Promise<SenderChoice[]> =>
      (await rows).map(({ id, name }) => ({ value: String(id), label: name }));
    return {
      ...(has('user') && { user: await listed(this.queries.listUsers()) }),
      ...(has('rotation') && { rotation: await listed(this.queries.listRotations()) }),
    };
  }

  private toRecord({ name, label = name, description, mails, isUntestable = false }: SenderDescription): AlertSender {
    const self = this.addresses.link('self', `/alert/sender/${encodeURIComponent(name)}`);
    const isCut = mails && this.config.SMTP_URL === undefined;
    return {
      senderName: name,
      description,
      label,
      link: self,
      testable: !isUntestable,
      problem: isCut ? 'no mail server is set (SMTP_URL)' : undefined,
      configDefinition: undefined,
      properties: undefined,
    };
  }
}

export function toProperty(
  { name, type, label, help, isRequired = false, kind, choices = [], onlyWith }: SenderProperty,
  listed: Choices,
): SenderPropertyRest {
  return {
    name,
    type,
    label,
    help,
    required: isRequired,
    kind,
    choices: (kind && listed[kind]) ?? choices,
    onlyWithProperty: onlyWith?.property,
    onlyWithValue: onlyWith?.value,
  };
}
