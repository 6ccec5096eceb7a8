import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import {
  Accounts,
  BrowserSessions,
  type CallerIdentity,
  toCaller,
  digestSecret,
  isSecret,
  type LoggedIn,
  newSecret,
  type StoredAccount,
} from '@wardstone/auth';
import { LOGGER, type Logger, PublicAddress, unprovenWrite } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { ApiError, CommonError, GatewayError } from '@wardstone/errors';
import { IdentityChanges } from '../../cache-invalidation/identity-changes';
import { RememberedRows } from '../../cache-invalidation/remembered-rows';
import { callerOfOidc, type OidcCaller } from './oidc-caller';
import { readCookie, SESSION_COOKIE, writeCookie } from './cookies';
import type { SessionEntity } from './session.entity';
import { SESSION_TABLE, SessionQueries } from './session.queries';

const IDLE_MS = 30 * 60_000;
const MAX_MS = 12 * 60 * 60_000;
const NOTED_EVERY_MS = 60_000;
/** Header of automatic requests of a page, which do not prolong the session. */
const BACKGROUND_HEADER = 'x-background';
/** Maximum number of concurrent sessions of one account or one person of the OIDC issuer. */
const MAX_SESSIONS = 100;

/** An account by password, or a person of the OIDC issuer. */
export type SignedIn = { login: LoggedIn } | { oidcCaller: OidcCaller };

/** A valid session with its present state. */
export interface LiveSession {
  caller: CallerIdentity;
  method: 'password' | 'oidc';
  sinceMs: number;
  /** When the caller authenticated, here or at the issuer. */
  provenMs: number;
  /** End of the session without another request. */
  idleEndMs: number;
  endMs: number;
}

/** Browser sessions, found by cookie. A session has the present permissions of its account. */
@Injectable()
export class SessionService extends BrowserSessions {
  private readonly rows: RememberedRows<SessionEntity>;
  private readonly callers = new WeakMap<StoredAccount | SessionEntity, CallerIdentity>();

  constructor(
    private readonly queries: SessionQueries,
    changes: IdentityChanges,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly address: PublicAddress,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super();
    this.rows = new RememberedRows(changes, SESSION_TABLE, (hashes) => queries.readAll(hashes));
  }

  /**
   * The caller of the session cookie; undefined without a session.
   * @throws foreign_page, service_unavailable
   */
  async find(request: IncomingMessage): Promise<CallerIdentity | undefined> {
    const session = await this.look(request);
    if (!session) return undefined;
    const refusal = unprovenWrite(request, this.address);
    if (refusal) throw refusal;
    return session.caller;
  }

  /**
   * The session of the cookie.
   * @throws service_unavailable
   */
  async look(request: IncomingMessage): Promise<LiveSession | undefined> {
    const hash = this.cookieHash(request);
    return hash === undefined ? undefined : this.live(hash, request.headers[BACKGROUND_HEADER] === undefined);
  }

  /** Starts a session with a new id; the browser's previous one ends. @throws too_many_sessions */
  async begin(request: IncomingMessage, who: SignedIn): Promise<{ cookie: string; session: LiveSession }> {
    const id = newSecret();
    const nowMs = this.clock.now();
    const now = new Date(nowMs);
    const hash = digestSecret(id);
    const isBegun = await this.queries.insert(
      {
        id_hash: hash,
        subject: ('login' in who ? who.login.caller : who.oidcCaller).subject,
        username: 'login' in who ? who.login.caller.username : null,
        credential: 'login' in who ? who.login.credential : null,
        oidc_caller: 'login' in who ? null : who.oidcCaller,
        created_at: now,
        last_seen_at: now,
        ends_at: new Date(nowMs + MAX_MS),
      },
      { most: MAX_SESSIONS, usedSince: new Date(nowMs - IDLE_MS), besides: this.cookieHash(request) },
    );
    if (!isBegun) throw new ApiError(GatewayError.too_many_sessions);
    await this.end(request);
    const session = await this.live(hash);
    // The password was changed since it was checked.
    if (!session) throw new ApiError(CommonError.invalid_credentials);
    return { cookie: writeCookie(SESSION_COOKIE, id, this.address.isSecure(request)), session };
  }

  /**
   * Ends the session of the cookie, if there is one.
   * @returns the value of Set-Cookie
   */
  async end(request: IncomingMessage): Promise<string> {
    const hash = this.cookieHash(request);
    if (hash !== undefined && (await this.rows.find(hash))) {
      await this.queries.remove(hash);
      this.rows.forget(hash);
    }
    return writeCookie(SESSION_COOKIE, undefined, this.address.isSecure(request));
  }

  private async live(hash: string, isUse = true): Promise<LiveSession | undefined> {
    const nowMs = this.clock.now();
    const known = await this.rows.find(hash);
    // Another replica may have recorded a later use.
    const row = known && isIdle(known, nowMs) ? await this.rows.readNow(hash) : known;
    if (!row || isIdle(row, nowMs) || nowMs >= row.ends_at.getTime()) return undefined;
    const caller = await this.callerFor(row);
    if (!caller) return undefined;
    if (isUse) this.noteUse(row, nowMs);
    const lastUsedMs = isUse ? nowMs : row.last_seen_at.getTime();
    return {
      caller,
      method: row.username === null ? 'oidc' : 'password',
      sinceMs: row.created_at.getTime(),
      provenMs: row.oidc_caller?.signedInAtMs ?? row.created_at.getTime(),
      idleEndMs: Math.min(lastUsedMs + IDLE_MS, row.ends_at.getTime()),
      endMs: row.ends_at.getTime(),
    };
  }

  private async callerFor(row: SessionEntity): Promise<CallerIdentity | undefined> {
    if (row.oidc_caller) return this.remembered(row, () => callerOfOidc(row.oidc_caller!));
    const account = await this.findAccount(row.username!, row.credential!);
    return account && this.remembered(account, () => Object.freeze({ ...toCaller(account), method: 'session' }));
  }

  /** The session may be newer than the cached account. */
  private async findAccount(username: string, credential: string): Promise<StoredAccount | undefined> {
    const known = await this.accounts.find(username);
    if (known?.credential === credential) return known;
    const account = await this.accounts.lookUpNow(username);
    return account?.credential === credential ? account : undefined;
  }

  /** One object for each, because caches use the caller as their key. */
  private remembered(of: StoredAccount | SessionEntity, make: () => CallerIdentity): CallerIdentity {
    const caller = this.callers.get(of) ?? make();
    this.callers.set(of, caller);
    return caller;
  }

  private noteUse(row: SessionEntity, nowMs: number): void {
    if (nowMs - row.last_seen_at.getTime() < NOTED_EVERY_MS) return;
    const now = new Date(nowMs);
    row.last_seen_at = now;
    this.queries
      .noteUse(row.id_hash, now)
      .catch((error: unknown) => this.logger.warn({ err: error }, 'cannot note the use of a session'));
  }

  private cookieHash(request: IncomingMessage): string | undefined {
    const id = readCookie(request.headers.cookie, SESSION_COOKIE, this.address.isSecure(request));
    return id !== undefined && isSecret(id) ? digestSecret(id) : undefined;
  }
}

function isIdle(row: SessionEntity, nowMs: number): boolean {
  return nowMs - row.last_seen_at.getTime() >= IDLE_MS;
}
