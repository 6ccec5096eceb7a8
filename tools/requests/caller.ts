/** Headers to send, e.g. a login. */
type Headers = Readonly<Record<string, string>>;

/**
 * Calls operations of an installation or of one service. Bodies are records, or texts and bytes whose media type is in
 * a header.
 */
export class Caller {
  /** @param common headers of every request */
  constructor(
    private readonly url: string,
    private readonly common: Headers | (() => Headers),
  ) {}

  /** The response, whatever its status. */
  ask(method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Response> {
    const isWritten = typeof body === 'string' || body instanceof Uint8Array;
    const common = typeof this.common === 'function' ? this.common() : this.common;
    const type = body === undefined || isWritten ? {} : { 'content-type': 'application/json' };
    return fetch(this.url + path, {
      method,
      headers: { accept: 'application/json, */*;q=0.1', ...type, ...common, ...headers },
      body: isWritten ? (body as string | Uint8Array<ArrayBuffer>) : (JSON.stringify(body) ?? null),
      redirect: 'manual',
    });
  }

  /**
   * The JSON of a successful response; undefined if it is empty.
   * @throws Error of a refusal
   */
  readonly call = async <T>(method: string, path: string, body?: unknown, headers?: Headers): Promise<T> => {
    const response = await this.ask(method, path, body, headers);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };

  /** Like `call`, but undefined for a refusal, or a response that is not JSON. */
  async tried<T>(method: string, path: string, body?: unknown, headers?: Headers): Promise<T | undefined> {
    const response = await this.ask(method, path, body, headers);
    const text = await response.text();
    try {
      return response.ok ? (JSON.parse(text) as T) : undefined;
    } catch {
      return undefined;
    }
  }
}

export type Call = Caller['call'];
