import { Sender } from '../requests/sender';

const RENEWED_AFTER_MS = 20 * 60_000;
/** Not the address of the wrong logins, which are slowed down. Elsewhere 127.0.0.1 alone is the machine's. */
const OWN_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : undefined;

/** A login by token: those by password are slowed down for everyone once wrong ones come from the same address. */
export class TokenLogin {
  /** All that there were. */
  readonly tokens: string[] = [];
  private readonly sender = new Sender({ localAddress: OWN_ADDRESS });
  private renewedAtMs = -Infinity;

  constructor(
    private readonly gatewayUrl: string,
    private readonly basic: string,
  ) {}

  /** Value of the header `Authorization`. */
  get authorization(): string {
    return `Bearer ${this.tokens.at(-1)}`;
  }

  readonly headers = () => ({ authorization: this.authorization });

  close(): void {
    this.sender.close();
  }

  async renew(): Promise<void> {
    if (performance.now() - this.renewedAtMs < RENEWED_AFTER_MS) return;
    const { status, text } = await this.sender.send(this.gatewayUrl, {
      method: 'POST',
      path: '/auth/token',
      headers: { authorization: this.basic, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
    });
    // Slowed down; the token is good for an hour.
    if (status === 429 && this.tokens.length > 0) return;
    if (status !== 200) throw new Error(`no token: ${status} ${text}`);
    this.renewedAtMs = performance.now();
    this.tokens.push((JSON.parse(text) as { access_token: string }).access_token);
  }
}
