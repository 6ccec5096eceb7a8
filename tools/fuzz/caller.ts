const ACCEPT = 'application/json, application/vnd.api+json;q=0.9, */*;q=0.1';

/** Sends requests as the administrator. Failures are ignored: what they would have returned is missing. */
export class Caller {
  constructor(
    private readonly gatewayUrl: string,
    private readonly login: { readonly authorization: string },
  ) {}

  /** The answer's JSON; undefined for a refusal or something else. */
  async read<T>(path: string): Promise<T | undefined> {
    return this.send<T>('GET', path);
  }

  async send<T>(method: string, path: string, body?: object): Promise<T | undefined> {
    const answer = await this.call(method, path, {
      body: body && JSON.stringify(body),
      headers: body ? { 'content-type': 'application/json' } : {},
    });
    const text = await answer.text();
    if (!answer.ok) return undefined;
    try {
      return JSON.parse(text) as T;
    } catch {
      return undefined;
    }
  }

  call(method: string, path: string, { headers = {}, body }: Pick<RequestInit, 'headers' | 'body'>): Promise<Response> {
    return fetch(this.gatewayUrl + path, {
      method,
      headers: { authorization: this.login.authorization, accept: ACCEPT, ...(headers as Record<string, string>) },
      body: body ?? null,
      redirect: 'manual',
    });
  }
}
