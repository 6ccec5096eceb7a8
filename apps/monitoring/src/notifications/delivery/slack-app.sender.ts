import { Injectable } from '@nestjs/common';
import { type Outcome, SLACK_API_URL, type StoredConfig, type TargetOutcome } from '@wardstone/alerting';
import { Database } from '@wardstone/database';
import { hideAddress } from '@wardstone/terms';
import { slackMessage } from './channel-documents';
import { GuardedPost } from './guarded-post';
import { IncidentMessageEntity } from './incident-message.entity';
import { type Notice, toErrorLine, type Sender } from './notice';
import { TargetRefused } from './target-guard';

/** In characters; Slack returns less for a message of 3,000 characters. */
const MAX_RESPONSE_LENGTH = 64 * 1024;

/** Slack's response to an API call; a failed call may also have status 200, with `ok` false. */
interface SlackResponse {
  readonly status: number;
  readonly isOk: boolean;
  readonly error: string;
  readonly channel: string;
  readonly ts: string;
}

type Placed = Pick<IncidentMessageEntity, 'place' | 'message'>;

/** Temporary errors, which are retried; all others are final. */
const PASSING = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
]);
/** Errors after which the message can no longer be edited, so that a new one is posted. */
const NOT_EDITABLE = new Set(['message_not_found', 'cant_update_message', 'edit_window_closed', 'channel_not_found']);

/**
 * Posts to Slack as a bot: one message for each incident, which is edited in place as the incident changes. An
 * escalation step is a new message, because nobody is notified of an edit. See rule alerts-29.
 */
@Injectable()
export class SlackAppSender implements Sender {
  readonly name = 'Slack App';

  constructor(
    private readonly poster: GuardedPost,
    private readonly db: Database,
  ) {}

  async send(notice: Notice, config: StoredConfig): Promise<readonly TargetOutcome[]> {
    const { channel = '', url = '', message } = config;
    const target = `${hideAddress(url || SLACK_API_URL)} ${channel}`;
    const links = await notice.makeLinks?.({
      recipient: `${this.name} ${channel}`,
      sender: this.name,
      login: null,
      subject: null,
    });
    const document = slackMessage({ ...notice, links }, message);
    try {
      const response = await this.postOrEdit(notice, config, document);
      const outcome = toOutcome(response);
      const said = response.isOk ? '' : ` ${response.error}`;
      return [
        {
          target,
          outcome,
          text: `${target}: HTTP status ${response.status}${said}`,
          response: `HTTP status ${response.status}${said}`,
        },
      ];
    } catch (error) {
      const outcome = error instanceof TargetRefused ? 'refused' : 'failed';
      return [{ target, outcome, text: `${target}: ${toErrorLine(error)}` }];
    }
  }

  private async postOrEdit({ incident }: Notice, config: StoredConfig, document: object): Promise<SlackResponse> {
    const known = incident && incident.step === null ? await this.find(incident.id, incident.channel) : undefined;
    if (known) {
      const edited = await this.call(config, 'chat.update', { ...document, channel: known.place, ts: known.message });
      if (edited.isOk || !NOT_EDITABLE.has(edited.error)) return edited;
    }
    const posted = await this.call(config, 'chat.postMessage', { ...document, channel: config['channel']?.trim() });
    if (incident && posted.isOk && posted.ts !== '') {
      await this.db.repository(IncidentMessageEntity).upsert(
        {
          incident_id: incident.id,
          channel: incident.channel,
          place: posted.channel || config['channel']!.trim(),
          message: posted.ts,
        },
        ['incident_id', 'channel'],
      );
    }
    return posted;
  }

  private async find(incidentId: number, channel: string): Promise<Placed | undefined> {
    const found = await this.db.repository(IncidentMessageEntity).findOneBy({ incident_id: incidentId, channel });
    return found ?? undefined;
  }

  private async call({ url = '', token = '' }: StoredConfig, method: string, body: object): Promise<SlackResponse> {
    const address = new URL(`${(url || SLACK_API_URL).replace(/\/$/, '')}/${method}`);
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'Wardstone',
      Authorization: `Bearer ${token}`,
    };
    const { status, said } = await this.poster.post(address, headers, JSON.stringify(body), MAX_RESPONSE_LENGTH);
    return { status, ...readResponse(said) };
  }
}

function readResponse(text: string): Omit<SlackResponse, 'status'> {
  const { ok, error, channel, ts } = parse(text);
  const word = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 100) : '');
  return { isOk: ok === true, error: word(error), channel: word(channel), ts: word(ts) };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function toOutcome({ status, isOk, error }: SlackResponse): Outcome {
  if (isOk) return 'sent';
  const mayPass = status >= 500 || status === 408 || status === 429 || PASSING.has(error) || error === '';
  return mayPass ? 'failed' : 'refused';
}
