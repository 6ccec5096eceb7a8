import { Sender } from '../requests/sender';

const RENEWED_AFTER_MS = 20 * 60_000;
/** Another address than that of failed logins, which is slowed down. Only Linux has further loopback addresses. */
const OWN_ADDRESS = process.platform === 'linux' ? '127.0.0.2' : undefined;

/** Logs in with a token, because password logins are slowed down for everyone after failures from the same address. */
export class TokenLogin {
  /** All tokens used so far. */
  readonly tokens: string[] = [];
  private readonly sender = new Sender({ localAddress: OWN_ADDRESS });
  private renewedAtMs = -Infinity;

  constructor(
    private readonly gatewayUrl: string,
    private readonly basic: string,
  ) {}

  /** Value of the Authorization header. */
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
    // Slowed down, but the present token is valid for an hour.
    if (status === 429 && this.tokens.length > 0) return;
    if (status !== 200) throw new Error(`no token: ${status} ${text}`);
    this.renewedAtMs = performance.now();
    this.tokens.push((JSON.parse(text) as { access_token: string }).access_token);
  }
}
