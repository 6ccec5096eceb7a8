import { waitUntil } from '@wardstone/host';
import type { KnownIds } from '../requests/known-ids';
import type { ServiceName } from '../system';
import type { Login } from './cases';
import type { Answer, Ask, Recorder, Section } from './recorder';

/** Requests of a recording, by login. */
export class Session {
  private numbers = 0;
  private readonly section: Section;

  constructor(
    private readonly recorder: Recorder,
    readonly known: KnownIds,
    private readonly logins: Readonly<Record<Login, string>>,
  ) {
    this.section = recorder.section();
  }

  /** Another session in the same state, for concurrent requests. */
  another(): Session {
    return new Session(this.recorder, this.known, this.logins);
  }

  ask(title: string, ask: Ask): Promise<Answer> {
    return this.section.ask(title, ask);
  }

  loginOf(name: Login): string {
    return this.logins[name];
  }

  /** A number that no earlier request has used. */
  next(): number {
    return ++this.numbers;
  }

  /**
   * A step towards a known state, recorded like any other.
   * @throws Error when it is refused
   */
  async step<T>(service: ServiceName, line: string, body?: unknown, headers: Record<string, string> = {}): Promise<T> {
    const [method = '', path = ''] = line.split(' ');
    const isRecord = typeof body === 'object' && !Buffer.isBuffer(body);
    const title = `${service} ground: ${method} ${path.replace(/[0-9a-f-]{36}|[0-9a-f]{32}|\d{5,}/g, '#')}`;
    const answer = await this.ask(title, {
      service,
      method,
      path,
      login: this.logins.admin,
      headers: { accept: 'application/json', ...(isRecord ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body === undefined ? {} : { body: isRecord ? JSON.stringify(body) : (body as string | Buffer) }),
    });
    if (answer.status >= 400 || answer.status === 0)
      throw new Error(`${line}: ${answer.status} ${answer.text.slice(0, 500)}`);
    return answer.json as T;
  }

  /** Repeats a request until the response is acceptable; not recorded, because the number of attempts varies. */
  async until(service: ServiceName, path: string, isEnough: (json: unknown) => boolean): Promise<unknown> {
    const ask: Ask = {
      service,
      method: 'GET',
      path,
      login: this.logins.admin,
      headers: { accept: 'application/json' },
    };
    let json: unknown;
    const look = async (): Promise<boolean> => isEnough((json = (await this.recorder.look(ask)).json));
    if (await waitUntil(look, 60_000, 200)) return json;
    throw new Error(`${path} did not reach the expected state: ${JSON.stringify(json).slice(0, 500)}`);
  }
}
