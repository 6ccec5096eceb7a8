import { Injectable } from '@nestjs/common';
import { addressProblem, type TargetOutcome } from '@wardstone/alerting';
import { isRoleName, listPermissions, permits } from '@wardstone/auth';
import { createTransport, type Transporter } from 'nodemailer';
import { AlertDeliveryConfig } from './alert-delivery.config';
import type { NoticeLinks } from '../action-links/action-links';
import { composeMail } from './mail-document';
import { type LinkedNotice, type Notice, toErrorLine } from './notice';
import type { Recipient } from './recipient.queries';

/** An address with its owner. */
export interface MailTarget {
  /** Its name in logs. */
  readonly target: string;
  readonly address: string;
  readonly person?: Recipient['person'];
}

/** Mails notices, one mail per address. See rule alerts-29. */
@Injectable()
export class Mailer {
  private readonly transport: Transporter | undefined;

  constructor(private readonly config: AlertDeliveryConfig) {
    const { SMTP_URL: url, ALERT_SEND_TIMEOUT_MS: timeoutMs } = config;
    if (url === undefined) return;
    const times = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
    this.transport = createTransport({ url, dnsTimeout: timeoutMs, ...times });
  }

  /** @param sender name of the sender */
  async mail(sender: string, notice: Notice, targets: readonly MailTarget[]): Promise<readonly TargetOutcome[]> {
    const outcomes: TargetOutcome[] = [];
    for (const { target, address, person } of targets) {
      const links = await linksFor(sender, notice, address, person);
      outcomes.push(await this.send(target, address, this.compose({ ...notice, links }, address)));
      const [last] = outcomes.slice(-1);
      // An unreachable server is not tried again for every address.
      if (last?.outcome === 'failed' && isServerAway(last)) {
        const rest = targets.slice(outcomes.length);
        return [
          ...outcomes,
          ...rest.map(({ target: other }) => ({ ...last, target: other, text: replaceTarget(other, last) })),
        ];
      }
    }
    return outcomes;
  }

  /** Sends a short text to an address, such as a verification code. */
  mailText({ target, address }: MailTarget, subject: string, text: string): Promise<TargetOutcome> {
    const headers = { 'Auto-Submitted': 'auto-generated' };
    return this.send(target, address, {
      from: this.config.MAIL_FROM,
      to: address,
      subject,
      text: `${text}\n`,
      headers,
    });
  }

  private async send(target: string, address: string, mail: object): Promise<TargetOutcome> {
    const problem = addressProblem(address);
    if (problem !== undefined) return { target, outcome: 'refused', text: problem };
    if (!this.transport) return { target, outcome: 'failed', text: `${target}: no mail server is set (SMTP_URL)` };
    try {
      const { response } = (await this.transport.sendMail(mail)) as { response?: string };
      return { target, outcome: 'sent', text: target, ...(response === undefined ? {} : { response }) };
    } catch (error) {
      const { responseCode = 0 } = error as { responseCode?: number };
      // Final responses about this address; other failures may be temporary, even a wrong password.
      const isFinal = responseCode >= 550 && responseCode < 560;
      return { target, outcome: isFinal ? 'refused' : 'failed', text: `${target}: ${toErrorLine(error)}` };
    }
  }

  private compose(notice: LinkedNotice, to: string): object {
    const { incident } = notice;
    const domain = this.config.MAIL_FROM.replace(/^.*@|>$/g, '') || 'localhost';
    return {
      from: this.config.MAIL_FROM,
      to,
      ...composeMail(notice),
      ...(notice.message?.attachments && { attachments: notice.message.attachments }),
      // The same in every attempt, so that a duplicate can be recognised.
      messageId: `<${notice.id}.${Buffer.from(to).toString('hex').slice(0, 40)}@${domain}>`,
      // All mails of an incident refer to one that was never sent, so that mail programs show them as a thread.
      ...(incident && threadHeaders(`<wardstone-incident-${incident.id}@${domain}>`)),
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(!notice.message && { 'X-Wardstone-Alert': String(notice.alertId) }),
      },
    };
  }
}

function threadHeaders(root: string): object {
  return { inReplyTo: root, references: root };
}

/** Links for a person who may acknowledge, judged by their last request, or for an address in a definition. */
export async function linksFor(
  sender: string,
  notice: Notice,
  recipient: string,
  person: Recipient['person'],
): Promise<NoticeLinks | undefined> {
  if (!person) return notice.makeLinks?.({ recipient, sender, login: null, subject: null });
  const { login, subject, roles } = person;
  if (subject === null || !permits(listPermissions(roles.filter(isRoleName)), 'MANAGE_ALERTS')) return undefined;
  return notice.makeLinks?.({ recipient, sender, login, subject });
}

function isServerAway({ text }: TargetOutcome): boolean {
  return /ECONN|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EDNS|timeout|no mail server/i.test(text);
}

function replaceTarget(target: string, { target: wanted, text }: TargetOutcome): string {
  return `${target}${text.slice(wanted.length)}`;
}
