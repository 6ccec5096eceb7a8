const RENEWED_AFTER_MS = 20 * 60_000;

/** A login by token: those by password are slowed down for everybody once wrong ones come from the same address. */
export class TokenLogin {
  /** All that there were. */
  readonly tokens: string[] = [];
  private renewedAtMs = -Infinity;

  constructor(
    private readonly gatewayUrl: string,
    private readonly basic: string,
  ) {}

  /** Value of the header `Authorization`. */
  get authorization(): string {
    return `Bearer ${this.tokens.at(-1)}`;
  }

  async renew(): Promise<void> {
    if (performance.now() - this.renewedAtMs < RENEWED_AFTER_MS) return;
    const body = new URLSearchParams({ grant_type: 'client_credentials' });
    const answer = await fetch(`${this.gatewayUrl}/auth/token`, {
      method: 'POST',
      headers: { authorization: this.basic },
      body,
    });
    const text = await answer.text();
    // Slowed down; the token is good for an hour.
    if (answer.status === 429 && this.tokens.length > 0) return;
    if (!answer.ok) throw new Error(`no token: ${answer.status} ${text}`);
    this.renewedAtMs = performance.now();
    this.tokens.push((JSON.parse(text) as { access_token: string }).access_token);
  }
}
