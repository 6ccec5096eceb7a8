import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type http from 'node:http';
import { createGzip } from 'node:zlib';
import { Sender } from '../requests/sender';
import type { RunningSystem, ServiceName } from '../system';
import { Normaliser, shorten } from './normalise';

const TIMEOUT_MS = 60_000;
const CONNECTIONS = 8;
const MAX_SENT_SHOWN = 2_000;

export interface SentRequest {
  service: ServiceName | 'through the gateway';
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Value of the Authorization header; empty for none. */
  login?: string;
}

export interface ReceivedResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

/** One line of a recording. */
export interface Recorded {
  key: string;
  request: string;
  status: number | string;
  headers: Record<string, string>;
  body: string;
}

/** Sends requests and records the responses. */
export class Recorder {
  count = 0;
  private readonly sender = new Sender({ connections: CONNECTIONS, timeoutMs: TIMEOUT_MS });
  private readonly sections: Section[] = [];

  constructor(
    private readonly system: RunningSystem,
    private readonly file: string,
  ) {}

  /** A part of the recording; concurrent parts are written one after the other. */
  section(): Section {
    const section = new Section((ask) => {
      this.count++;
      return this.send(ask);
    });
    this.sections.push(section);
    return section;
  }

  async close(): Promise<void> {
    this.sender.close();
    const out = createGzip();
    const written = once(out.pipe(createWriteStream(this.file)), 'finish');
    const normaliser = new Normaliser();
    for (const section of this.sections) {
      for (const one of section.requests) out.write(`${JSON.stringify(listRecorded(one, normaliser))}\n`);
    }
    out.end();
    await written;
  }

  private async send({ service, method, path, headers = {}, body, login }: SentRequest): Promise<ReceivedResponse> {
    const base = service === 'through the gateway' ? this.system.gatewayUrl : this.system.serviceUrl(service);
    const own = login ? { ...headers, authorization: login } : headers;
    const response = await this.sender.send(base, { method, path, headers: own, ...(body !== undefined && { body }) });
    // The size of a compressed response varies with random ids.
    const isPacked = response.headers['content-encoding'] === 'gzip' && response.text !== '';
    if (isPacked && response.headers['content-length'] !== undefined) response.headers['content-length'] = '<any>';
    return response;
  }
}

/** A request with its response, or why there was none. */
interface RecordedRequest {
  key: string;
  ask: SentRequest;
  response: ReceivedResponse | undefined;
  failure: string;
}

/** Requests sent one after the other. */
export class Section {
  readonly requests: RecordedRequest[] = [];
  private readonly seen = new Map<string, number>();
  private numbers = 0;

  constructor(private readonly send: (ask: SentRequest) => Promise<ReceivedResponse>) {}

  /** A number that no earlier request of this section has used. */
  next(): number {
    return ++this.numbers;
  }

  async ask(title: string, ask: SentRequest): Promise<ReceivedResponse> {
    const times = (this.seen.get(title) ?? 0) + 1;
    this.seen.set(title, times);
    const one: RecordedRequest = {
      key: times === 1 ? title : `${title} (${times})`,
      ask,
      response: undefined,
      failure: '',
    };
    this.requests.push(one);
    try {
      one.response = await this.send(ask);
      return one.response;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      one.failure = code ?? message;
      return { status: 0, headers: {}, text: '' };
    }
  }
}

function listRecorded({ key, ask, response, failure }: RecordedRequest, normaliser: Normaliser): Recorded {
  const { headers = {}, body = '' } = ask;
  const sent = typeof body === 'string' ? body.slice(0, MAX_SENT_SHOWN) : `${body.length} bytes`;
  const request = `${ask.service} ${ask.method} ${ask.path} ${JSON.stringify(headers)} ${sent}`;
  const text = response ? toBody(ask.path, response) : '';
  return {
    key,
    request: shorten(normaliser.text(request, key)),
    status: response?.status ?? failure,
    headers: normaliser.headers(response?.headers ?? {}, key),
    body: shorten(normaliser.text(text, key)),
  };
}

/** Only the names of metrics, because the values always differ. */
function toBody(path: string, { status, text, headers }: ReceivedResponse): string {
  if (!path.startsWith('/metrics') || status !== 200) return text;
  delete headers['content-length'];
  return text
    .split('\n')
    .filter((line) => line.startsWith('#'))
    .join('\n');
}
