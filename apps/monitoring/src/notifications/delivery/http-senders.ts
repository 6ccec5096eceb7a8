import { Injectable } from '@nestjs/common';
import {
  JIRA_URL,
  NTFY_URL,
  OPSGENIE_URL,
  type Outcome,
  PAGERDUTY_URL,
  type StoredConfig,
  type TargetOutcome,
} from '@wardstone/alerting';
import { Clock } from '@wardstone/clock';
import { hideAddress } from '@wardstone/terms';
import {
  ntfyMessage,
  opsgenieAlert,
  opsgenieClosing,
  pagerDutyEvent,
  slackMessage,
  teamsMessage,
} from './channel-documents';
import { GuardedPost } from './guarded-post';
import { incidentKey, type LinkedNotice, toErrorLine, type Sender } from './notice';
import { TargetRefused } from './target-guard';
import { signatureHeaders, webhookDocument } from './webhook-body';
import type { LinkRecipient } from '../action-links/link-recipient';

/** Request for an alert. */
interface Posting {
  readonly address: string;
  /** Body as sent and signed. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Compose = (notice: LinkedNotice, config: StoredConfig, nowMs: number) => Posting;

const COMPOSERS: Readonly<Record<string, Compose>> = {
  Webhook: (notice, { url = '', secret = '', format = '' }, nowMs) => {
    const { body, type } = webhookDocument(format.trim().toLowerCase(), notice);
    return {
      address: url,
      body,
      headers: { 'Content-Type': type, ...signatureHeaders(secret, notice.id, nowMs, body) },
    };
  },
  Slack: (notice, { url = '', message }) => posting(url, slackMessage(notice, message)),
  'Microsoft Teams': (notice, { url = '', message }) => posting(url, teamsMessage(notice, message)),
  PagerDuty: (notice, { url, routingKey = '', message }) =>
    posting(url || PAGERDUTY_URL, pagerDutyEvent(notice, routingKey, message)),
  Opsgenie: (notice, config) => opsgeniePosting(notice, config, OPSGENIE_URL),
  // Its integration API equals that of Opsgenie at another address, so that keys and accounts can migrate.
  'Jira Service Management': (notice, config) => opsgeniePosting(notice, config, JIRA_URL),
  ntfy: (notice, { url, topic = '', token = '', message }) =>
    posting(
      url || NTFY_URL,
      ntfyMessage(notice, topic, message),
      token === '' ? {} : { Authorization: `Bearer ${token}` },
    ),
};

function opsgeniePosting(
  notice: LinkedNotice,
  { url, apiKey = '', message }: StoredConfig,
  standardUrl: string,
): Posting {
  const headers = { Authorization: `GenieKey ${apiKey}` };
  const address = url || standardUrl;
  if (!notice.incident?.hasEnded) return posting(address, opsgenieAlert(notice, message), headers);
  return posting(closingAddress(address, incidentKey(notice)), opsgenieClosing(notice), headers);
}

/** URL that closes an Opsgenie alert created at `address`. */
function closingAddress(address: string, alias: string): string {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/\/$/, '')}/${encodeURIComponent(alias)}/close`;
  url.searchParams.set('identifierType', 'alias');
  return url.href;
}

/** Services where people read the message; the others have their own acknowledgements. */
const LINKED: ReadonlySet<string> = new Set(['Webhook', 'Slack', 'Microsoft Teams', 'ntfy']);

function getChannel(sender: string, { url = '', topic }: StoredConfig): LinkRecipient {
  const recipient = topic === undefined ? hideAddress(url) : `topic ${topic}`;
  return { recipient: `${sender} ${recipient}`, sender, login: null, subject: null };
}

function posting(address: string, document: object, headers?: Readonly<Record<string, string>>): Posting {
  return { address, body: JSON.stringify(document), headers };
}

/** Senders that post a document. */
@Injectable()
export class HttpSenders {
  readonly all: readonly Sender[] = Object.entries(COMPOSERS).map(([name, compose]) => ({
    name,
    send: async (notice, config) => {
      const links = LINKED.has(name) ? await notice.makeLinks?.(getChannel(name, config)) : undefined;
      return this.send(compose({ ...notice, links }, config, this.clock.now()));
    },
  }));

  constructor(
    private readonly poster: GuardedPost,
    private readonly clock: Clock,
  ) {}

  private async send({ address, body, headers }: Posting): Promise<readonly TargetOutcome[]> {
    // The log must not contain anything that may be a token.
    const target = hideAddress(address);
    const all = { 'Content-Type': 'application/json', 'User-Agent': 'Wardstone', ...headers };
    try {
      const { status, said } = await this.poster.post(new URL(address), all, body);
      const response = `HTTP status ${status}`;
      const outcome = getOutcome(status);
      return [
        { target, outcome, text: `${target}: ${response}`, response: said === '' ? response : `${response}: ${said}` },
      ];
    } catch (error) {
      const outcome = error instanceof TargetRefused ? 'refused' : 'failed';
      return [{ target, outcome, text: `${target}: ${toErrorLine(error)}` }];
    }
  }
}

/** The outcome of a delivery, by the status of the response. */
export function getOutcome(status: number): Outcome {
  if (status >= 200 && status < 300) return 'sent';
  const mayPass = status >= 500 || status === 408 || status === 425 || status === 429;
  return mayPass ? 'failed' : 'refused';
}
