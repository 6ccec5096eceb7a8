import { createHash } from 'node:crypto';
import type { SharedParts } from '../shared-parts';
import { AgentKey, type KeptKey, makeKey } from './agent-key';
import { LoginRefused, getErrorMessage, type ReceivedResponse, type TokenSource, Unreachable } from './server-api';

interface LoginOptions extends Pick<SharedParts, 'server' | 'state' | 'logger' | 'clock'> {
  /** Name of the agent and of its account. */
  name: string;
  /**
   * Token with which an agent without a key registers one; read at each attempt, because the token of a pod is renewed.
   */
  joinToken: () => string | undefined;
  /** Age at which the key gets a successor; 0 for never. */
  keyMaxAgeMs: number;
}

/**
 * Name and key of the agent. Stored before they are sent, so that the request can be repeated if the response is lost.
 */
interface Identity {
  key: KeptKey;
  /** The account of the key; undefined until the server has accepted it. */
  username?: string;
  /** Digest of the used join token, which works once. */
  joinedWith?: string;
  /** Replaces `key` if the server knows it. */
  next?: KeptKey;
}

const STATE = 'identity.json';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Pause after a refusal, because failures count against every caller at this address, people included. */
const REFUSED_MS = 60_000;
/** Fraction of its lifetime after which a token is replaced; spread, so that many agents do not come at once. */
const RENEWED_FROM = 0.75;
const RENEWED_SPREAD = 0.2;
/** The server refuses signatures if the clocks differ by more. */
const TOLERATED_MS = 30_000;

/** Gets access tokens for the agent with its key, which it registers with a join token. See rule agents-10. */
export class Login implements TokenSource {
  private current: { text: string; renewAtMs: number } | undefined;
  private renewing: Promise<string> | undefined;
  private refusedUntilMs = -Infinity;
  /** The last logged refusal. */
  private logged: string | undefined;
  /** How far the server's clock is ahead. */
  private aheadMs = 0;

  constructor(private readonly options: LoginOptions) {}

  /** A valid token. @throws LoginRefused, Unreachable */
  async token(signal: AbortSignal | undefined): Promise<string> {
    const nowMs = this.options.clock.monotonic();
    if (this.current && nowMs < this.current.renewAtMs) return this.current.text;
    this.renewing ??= this.renew(signal).finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  /** Called if the server no longer accepts the token. */
  reject(text: string): void {
    if (this.current?.text === text) this.current = undefined;
  }

  /** Called if the server refuses even a new token. */
  pause(): void {
    this.current = undefined;
    this.refusedUntilMs = this.options.clock.monotonic() + REFUSED_MS;
  }

  private async renew(signal: AbortSignal | undefined): Promise<string> {
    const restMs = this.refusedUntilMs - this.options.clock.monotonic();
    if (restMs > 0) throw new LoginRefused(`login failed; retrying in ${Math.ceil(restMs / 1000)} s`);
    try {
      const text = await this.logIn(signal);
      this.logged = undefined;
      return text;
    } catch (error) {
      if (error instanceof LoginRefused) this.logOnce(error);
      throw error;
    }
  }

  private logOnce({ message }: LoginRefused): void {
    this.pause();
    if (message !== this.logged) this.options.logger.error(message);
    this.logged = message;
  }

  private async logIn(signal: AbortSignal | undefined): Promise<string> {
    const { state, clock, name } = this.options;
    const kept = state.read<Identity>(STATE);
    if (kept?.username !== undefined) {
      const text = await this.logInAs({ ...kept, username: kept.username }, signal);
      if (text !== undefined) return text;
    }
    const joinToken = this.joinToken();
    if (kept?.username !== undefined) {
      const isInvited = joinToken !== undefined && toDigest(joinToken) !== kept.joinedWith;
      if (!isInvited) {
        throw new LoginRefused(
          `the server refuses the key of this agent: it was revoked, or the agent was removed. Invite it again ` +
            `(npx wardstone account invite ${name}), set AGENT_TOKEN and restart it`,
        );
      }
    }
    const isUnused = kept !== undefined && kept.username === undefined;
    const identity: Identity = isUnused ? kept : { key: makeKey(clock.now()) };
    if (!isUnused) state.write(STATE, identity);
    const joined = await this.join(identity, joinToken, signal);
    const text = await this.grant(new AgentKey(identity.key), joined, signal);
    if (text === undefined) throw new LoginRefused('the server refuses the key that it has just taken');
    return text;
  }

  /** @throws LoginRefused when its file cannot be read */
  private joinToken(): string | undefined {
    try {
      return this.options.joinToken();
    } catch (error) {
      throw new LoginRefused(`cannot read the join token: ${(error as Error).message}`);
    }
  }

  /** A token; undefined if the server refuses the key. */
  private async logInAs(
    identity: Identity & { username: string },
    signal: AbortSignal | undefined,
  ): Promise<string | undefined> {
    const { state, clock, keyMaxAgeMs, logger } = this.options;
    const { username, next, key } = identity;
    const adopt = (adopted: KeptKey): Promise<string | undefined> => {
      const { next: _taken, ...rest } = identity;
      state.write(STATE, { ...rest, key: adopted });
      return this.grant(new AgentKey(adopted), username, signal);
    };
    if (next) {
      const text = await this.grant(new AgentKey(next), username, signal);
      if (text !== undefined) return adopt(next);
    }
    // A key from the future means that the clock was set back, so its age is unknown.
    const ageMs = Math.abs(clock.now() - key.createdAtMs);
    if (next || (keyMaxAgeMs > 0 && ageMs > keyMaxAgeMs)) {
      const successor = next ?? makeKey(clock.now());
      state.write(STATE, { ...identity, next: successor });
      const response = await this.replaceKey(identity, successor, signal);
      if (response.status < 300) {
        logger.info({ kid: new AgentKey(successor).kid }, 'the key of this agent was replaced');
        return adopt(successor);
      }
      logger.warn(`the key of this agent was not replaced: ${getErrorMessage(response)}`);
    }
    return this.grant(new AgentKey(key), username, signal);
  }

  private replaceKey(
    { username, key }: Identity & { username: string },
    successor: KeptKey,
    signal: AbortSignal | undefined,
  ): Promise<ReceivedResponse> {
    const [old, next] = [new AgentKey(key), new AgentKey(successor)];
    const nowMs = this.serverNow();
    return this.post(
      `/auth/agents/${username}/keys`,
      {
        assertion: old.sign(username, nowMs, 'key-rotation+jwt', { next_kid: next.kid }),
        key: next.publicJwk,
        proof: next.sign(username, nowMs, 'agent-key+jwt'),
      },
      signal,
    );
  }

  /** Registers the key; returns its account. */
  private async join(
    { key }: Identity,
    joinToken: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const { state, name } = this.options;
    const agentKey = new AgentKey(key);
    if (joinToken === undefined) {
      throw new LoginRefused(
        `this agent has no key that the server knows, and no join token: create one (npx wardstone account invite ${name}) ` +
          `and set AGENT_TOKEN`,
      );
    }
    const claims = { token_hash: toDigest(joinToken) };
    const proof = agentKey.sign(name, this.serverNow(), 'agent-key+jwt', claims);
    const response = await this.post(
      '/auth/agents',
      { token: joinToken, name, key: agentKey.publicJwk, proof },
      signal,
    );
    if (response.status >= 300) throw toRefusal(response);
    state.write(STATE, { key, username: name, joinedWith: toDigest(joinToken) } satisfies Identity);
    return name;
  }

  /**
   * Requests a token with the key; undefined if the server refuses it.
   * @throws Unreachable
   */
  private async grant(
    key: AgentKey,
    username: string,
    signal: AbortSignal | undefined,
    isSecond = false,
  ): Promise<string | undefined> {
    const { clock } = this.options;
    const assertion = key.sign(username, this.serverNow(), 'JWT');
    const response = await this.post('/auth/token', { grant_type: GRANT, assertion }, signal);
    const { access_token: text, expires_in: seconds } = (response.body ?? {}) as Record<string, unknown>;
    if (response.status < 300 && typeof text === 'string' && typeof seconds === 'number') {
      const share = RENEWED_FROM + RENEWED_SPREAD * Math.random();
      this.current = { text, renewAtMs: clock.monotonic() + seconds * 1000 * share };
      return text;
    }
    if (!isSecond && this.followClock(response)) return this.grant(key, username, signal, true);
    const { error } = (response.body ?? {}) as { error?: unknown };
    if (error === 'invalid_grant') return undefined;
    throw toRefusal(response);
  }

  /**
   * Any response except 429 and 5xx.
   * @throws Unreachable
   */
  private async post(target: string, body: object, signal: AbortSignal | undefined): Promise<ReceivedResponse> {
    const { server } = this.options;
    const response = await server.request('POST', target, {
      body,
      isAnonymous: true,
      ...(signal && { signal }),
    });
    if (response.status >= 500 || response.status === 429) throw new Unreachable(getErrorMessage(response));
    return response;
  }

  private serverNow(): number {
    return this.options.clock.now() + this.aheadMs;
  }

  /** Adopts the server's clock; returns whether it differs from the last known one. */
  private followClock({ headers }: ReceivedResponse): boolean {
    const aheadMs = Date.parse(headers.get('date') ?? '') - this.options.clock.now();
    if (!(Math.abs(aheadMs - this.aheadMs) > TOLERATED_MS)) return false;
    this.aheadMs = aheadMs;
    return true;
  }
}

function toRefusal(response: ReceivedResponse): LoginRefused {
  return new LoginRefused(getErrorMessage(response));
}

function toDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
