import { createHash, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { configProblem, NTFY_URL, type StoredConfig, type TargetOutcome } from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import type { Priority } from '@wardstone/dto/monitoring';
import { hideAddress } from '@wardstone/terms';
import { cutText, inBytes } from '@wardstone/units';
import { Addresses } from '../../api/addresses';
import { contactKind } from '../contacts/contact-kinds';
import { PushKeys } from '../contacts/push-keys';
import { AlertDeliveryConfig } from './alert-delivery.config';
import { renderText } from './channel-documents';
import { GuardedPost } from './guarded-post';
import { HttpSenders, getOutcome } from './http-senders';
import { linksFor, Mailer } from './mailer';
import { incidentKey, type Notice, getDetailsUrl, toErrorLine } from './notice';
import { renderHeadline } from './notice-text';
import type { Recipient, RecipientMethod } from './recipient.queries';
import { TargetRefused } from './target-guard';
import { type GatewayKind, TextGateways } from './text-gateway';
import { encryptPush, MAX_PUSH_LENGTH, pushAuthorization } from './web-push';
import { signatureHeaders } from './webhook-body';

/** A contact method of a recipient. */
export interface ContactTarget {
  /** Its name in logs. */
  readonly target: string;
  readonly recipient: Pick<Recipient, 'person'>;
  readonly method: Pick<RecipientMethod, 'kind' | 'config'>;
}

/** Content of a browser notification. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** Absolute URL of a page of the console. */
  readonly url: string;
  /** A newer notification with the same tag replaces the previous one. */
  readonly tag: string;
  readonly urgency: 'high' | 'normal';
  /** Code to verify a contact method, which an open page of the console fills in. */
  readonly code?: string;
}

interface Posting {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Maximum number of concurrent deliveries. */
const AT_ONCE = 8;
/** In characters: with the URL of the page, two text message segments, or half a minute of speech. */
const MAX_RESPONSE_LENGTH = 200;
const MAX_TITLE_LENGTH = 250;
/** How long push services keep a message for a browser that is not running. */
const PUSH_SECONDS = 24 * 3600;
const URGENT: ReadonlySet<Priority> = new Set(['HIGH', 'MEDIUM']);

/** Notifies people through their contact methods. See rules alerts-56 to alerts-58. */
@Injectable()
export class ContactChannels {
  constructor(
    private readonly mailer: Mailer,
    private readonly senders: HttpSenders,
    private readonly poster: GuardedPost,
    private readonly gateways: TextGateways,
    private readonly pushKeys: PushKeys,
    private readonly addresses: Addresses,
    private readonly clock: Clock,
    private readonly config: AlertDeliveryConfig,
  ) {}

  /** Makes one attempt for each target. */
  async send(senderName: string, notice: Notice, targets: readonly ContactTarget[]): Promise<readonly TargetOutcome[]> {
    const mails = targets.filter(({ method }) => method.kind === 'EMAIL');
    const others = targets.filter(({ method }) => method.kind !== 'EMAIL');
    const mailed = await this.mailer.mail(
      senderName,
      notice,
      mails.map(({ target, method, recipient: { person } }) => ({ target, address: toAddress(method.config), person })),
    );
    const sent: TargetOutcome[] = [];
    for (let at = 0; at < others.length; at += AT_ONCE) {
      const some = others.slice(at, at + AT_ONCE);
      sent.push(...(await Promise.all(some.map((other) => this.sendOne(senderName, notice, other)))));
    }
    return [...mailed, ...sent];
  }

  /** Sends the code with which a person verifies a contact method. */
  async sendCode({ target, method }: ContactTarget, code: string, login: string): Promise<TargetOutcome> {
    const title = `Wardstone code: ${code}`;
    const text = `Enter the code ${code} in Wardstone to verify this contact method of ${login}. If you did not request it, ignore this message.`;
    const { kind, config } = method;
    if (kind === 'EMAIL') return this.mailer.mailText({ target, address: toAddress(config) }, title, text);
    return this.attempt(target, () => this.codePosting(kind, config, { title, text, code }));
  }

  private async sendOne(senderName: string, notice: Notice, one: ContactTarget): Promise<TargetOutcome> {
    const { target, method, recipient } = one;
    const { kind, config } = method;
    const { name, properties } = contactKind(kind);
    const problem = configProblem(properties, config, { judgesEntries: true });
    if (problem) return { target, outcome: 'refused', text: `${target}: ${problem.text}` };
    const sender = this.senders.all.find((each) => each.name === name);
    if (!sender) return this.attempt(target, () => this.noticePosting(kind, config, notice));
    // A link has only the person's own permissions, because anyone may add a contact method, but not choose the channel
    // of a definition.
    const makeLinks: Notice['makeLinks'] = () => linksFor(senderName, notice, target, recipient.person);
    const [outcome] = await sender.send({ ...notice, makeLinks }, config, new Map());
    return { ...outcome!, target, text: `${target}: ${outcome!.text}` };
  }

  private async attempt(target: string, compose: () => Promise<Posting | string>): Promise<TargetOutcome> {
    try {
      const posting = await compose();
      if (typeof posting === 'string') return { target, outcome: 'failed', text: `${target}: ${posting}` };
      const headers = { 'Content-Type': 'application/json', 'User-Agent': 'Wardstone', ...posting.headers };
      const { status, said } = await this.poster.post(new URL(posting.url), headers, posting.body);
      const response = `HTTP status ${status}`;
      return {
        target,
        outcome: getOutcome(status),
        text: `${target}: ${hideAddress(posting.url)}: ${response}`,
        response: said === '' ? response : `${response}: ${said}`,
      };
    } catch (error) {
      const outcome = error instanceof TargetRefused ? 'refused' : 'failed';
      return { target, outcome, text: `${target}: ${toErrorLine(error)}` };
    }
  }

  /** Creates the request for a notification, or the reason why there is none. */
  private async noticePosting(
    kind: RecipientMethod['kind'],
    config: StoredConfig,
    notice: Notice,
  ): Promise<Posting | string> {
    if (kind !== 'WEB_PUSH') {
      const said = cutText(renderHeadline(notice), MAX_RESPONSE_LENGTH);
      return this.gatewayPosting(
        kind as GatewayKind,
        config,
        kind === 'SMS' ? `${said} ${getDetailsUrl(notice)}` : said,
      );
    }
    return this.pushPosting(config, {
      title: cutText(renderHeadline(notice), MAX_TITLE_LENGTH),
      body: renderText(notice),
      url: getDetailsUrl(notice),
      tag: incidentKey(notice),
      urgency: URGENT.has(notice.definition.priority) && !notice.incident?.hasEnded ? 'high' : 'normal',
    });
  }

  private async codePosting(
    kind: RecipientMethod['kind'],
    config: StoredConfig,
    { title, text, code }: Readonly<Record<'title' | 'text' | 'code', string>>,
  ): Promise<Posting | string> {
    const posting = (url: string, document: object, headers = {}): Posting => {
      return { url, headers, body: JSON.stringify(document) };
    };
    const { url = '', topic = '', token = '', secret = '' } = config;
    switch (kind) {
      case 'NTFY':
        return posting(
          url || NTFY_URL,
          { topic, title, message: text },
          token === '' ? {} : { Authorization: `Bearer ${token}` },
        );
      case 'TEAMS':
        return posting(url, codeCard(text));
      case 'WEBHOOK': {
        const body = JSON.stringify({ type: 'contact.code', summary: text, code });
        return {
          url,
          headers: signatureHeaders(secret, `contact-code-${randomUUID()}`, this.clock.now(), body),
          body,
        };
      }
      case 'WEB_PUSH': {
        const page = this.addresses.inConsole({ page: '/contact-methods', name: '' });
        return this.pushPosting(config, { title, body: text, url: page, tag: 'contact-code', urgency: 'high', code });
      }
      case 'SMS':
      case 'VOICE':
        return this.gatewayPosting(kind, config, kind === 'SMS' ? text : `Your code: ${[...code].join(' ')}`);
      default:
        return posting(url, { text });
    }
  }

  private gatewayPosting(kind: GatewayKind, { number = '' }: StoredConfig, text: string): Posting | string {
    return this.gateways.compose(kind, number, text) ?? this.gateways.findProblem(kind)!;
  }

  private async pushPosting(
    config: StoredConfig,
    { urgency, ...message }: PushMessage & { tag: string },
  ): Promise<Posting> {
    const { endpoint = '', p256dh = '', auth = '' } = config;
    const { body, ...rest } = message;
    const left = MAX_PUSH_LENGTH - inBytes(JSON.stringify({ ...rest, body: '' }));
    // A character takes at most six bytes in JSON.
    const document = JSON.stringify({ ...rest, body: cutText(body, Math.floor(left / 6), inBytes) });
    const pushKey = await this.pushKeys.read();
    return {
      url: endpoint,
      headers: {
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': 'aes128gcm',
        TTL: String(PUSH_SECONDS),
        Urgency: urgency,
        Topic: createHash('sha256').update(message.tag).digest('base64url').slice(0, 32),
        Authorization: pushAuthorization(pushKey, new URL(endpoint), this.contact(), this.clock.now()),
      },
      body: encryptPush(Buffer.from(document), { p256dh, auth }),
    };
  }

  /** Contact for push services, some of which refuse an address without a real domain. */
  private contact(): string {
    const page = this.addresses.inConsole({ page: '/', name: '' });
    return page.startsWith('https:') ? new URL(page).origin : `mailto:${this.config.MAIL_FROM.replace(/^.*<|>$/g, '')}`;
  }
}

function toAddress({ address = '' }: StoredConfig): string {
  return address;
}

function codeCard(text: string): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: text,
    body: [{ type: 'TextBlock', text, wrap: true }],
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}
