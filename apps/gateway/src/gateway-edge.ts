import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthenticatedRequest,
  type Authenticator,
  type BrowserSessions,
  type CallerIdentity,
  type IdentityMinter,
  plainAddress,
  CLIENT_HEADER,
  getRemoteAddress,
} from '@wardstone/auth';
import {
  type EdgeHandler,
  foreignWrite,
  labelRoute,
  type PublicAddress,
  getRequestId,
  respondToPreflight,
  type ServiceMetrics,
  startPoll,
  getTraceparent,
  onResponseEnd,
} from '@wardstone/bootstrap';
import { type Clock, upToFor } from '@wardstone/clock';
import { ApiError, GatewayError, toApiError } from '@wardstone/errors';
import { LRUCache } from 'lru-cache';
import { Counter, Gauge } from 'prom-client';
import { bodyTooLarge } from './body-too-large';
import { framingProblem } from './framing/framing-rules';
import type { Allowance, RequestLimiter } from './limits/request-limiter';
import type { ServiceProxy } from './proxy/service-proxy';
import type { ErrorResponder } from './error-responder';
import { type Destination, resolveTarget, type ServiceName } from './routes';
import { serviceNotInstalled } from './upstreams';

export interface GatewayEdgeParts {
  /** Proxies to the installed services. */
  proxies: Readonly<Partial<Record<ServiceName, ServiceProxy>>>;
  responder: ErrorResponder;
  limiter: RequestLimiter;
  authenticator: Authenticator;
  sessions: BrowserSessions;
  minter: IdentityMinter;
  clock: Clock;
  address: PublicAddress;
  metrics: ServiceMetrics;
  settings: {
    /** Lower-case name of the header with the signed identity. */
    identityHeader: string;
    isIdentityHeader: (name: string) => boolean;
    /** Whether a proxy in front of the gateway sets identity headers itself (IDENTITY_TRUST=plain). */
    trustsPlainIdentity: boolean;
    trustsPeer: boolean;
    upstreamTimeoutMs: number;
    uploadTimeoutMs: number;
    contentLimitBytes: number;
  };
}

interface Login {
  caller: CallerIdentity;
  /** Signed headers by audience and client address. */
  vouched: Map<ServiceName, Map<string, Readonly<Record<string, string>>>>;
}

type LoginOutcome = [login: Login | undefined, failure: ApiError | undefined];

/** Schemes with their own label in the metrics, because clients can send any text. */
const SCHEMES = new Map([
  ['basic', 'basic'],
  ['bearer', 'bearer'],
]);
/** Maximum delay before a revoked account is noticed, in addition to that of authentication itself. */
const LOGIN_REUSED_MS = 1_000;
const REMEMBERED_LOGINS = 10_000;

/**
 * Never limited: probes of the platform, and keys that services fetch. Other clients at the same address must neither
 * make the process look dead nor keep services from checking their callers.
 */
const UNLIMITED = new Set(['/livez', '/readyz', '/metrics', '/auth/jwks.json']);
/**
 * Services check the tokens of all callers here. Not limited, because a token must be checked before it could be
 * counted.
 */
const CALLER_PATH = '/auth/caller';
const BEARER = /^bearer /i;
/** The token endpoint checks credentials itself, so that each failure would count twice. */
const TOKEN_PATH = '/auth/token';
/** Timeout for receiving a body on the gateway's own paths. */
const OWN_BODY_TIMEOUT_MS = 30_000;

/**
 * Handles every request first: refuses ambiguous ones, proxies those for services, and passes the rest to the gateway's
 * own pages.
 */
export class GatewayEdge {
  /** Cached by Authorization header, because most clients send the same credentials with every request. */
  private readonly logins: LRUCache<string, Login>;

  private readonly loginCounter: Counter<'scheme' | 'outcome'>;

  constructor(private readonly parts: GatewayEdgeParts) {
    this.logins = new LRUCache(upToFor(REMEMBERED_LOGINS, LOGIN_REUSED_MS, parts.clock));
    this.loginCounter = new Counter({
      name: 'logins_total',
      help: 'Credential checks, by scheme and outcome',
      labelNames: ['scheme', 'outcome'],
      registers: [parts.metrics.registry],
    });
    const installed = new Gauge({
      name: 'installed_services',
      help: 'Installed upstream services; the value is always 1',
      labelNames: ['upstream'],
      registers: [parts.metrics.registry],
    });
    for (const upstream of Object.keys(parts.proxies)) installed.set({ upstream }, 1);
  }

  readonly handle: EdgeHandler = (request, response, next) => {
    const { responder } = this.parts;
    if (responder.isClosing(request.socket)) return;
    const problem = framingProblem(request);
    if (problem !== undefined) {
      responder.respondAndClose(request, response, new ApiError(GatewayError.ambiguous_request, problem));
      return;
    }
    const target = resolveTarget(request.method!, request.url!, this.parts.settings.contentLimitBytes);
    if (target.kind === 'refused') {
      const error = new ApiError(GatewayError.ambiguous_request, `The address ${target.reason}.`);
      responder.respondAndClose(request, response, error);
      return;
    }
    if (respondToPreflight(request, response)) return;
    const service = target.kind === 'service' ? target.destination.route.service : undefined;
    const foreign = foreignWrite(request, this.parts.address);
    if (foreign) {
      responder.respond(request, response, foreign, service);
      return;
    }
    if (!this.parts.settings.trustsPlainIdentity) this.stripIdentity(request);
    if (target.kind === 'service') void this.proxy(request, response, target.destination);
    else void this.serveLocally(request, response, next);
  };

  private stripIdentity(request: IncomingMessage): void {
    for (const name in request.headers) {
      if (this.parts.settings.isIdentityHeader(name)) delete request.headers[name];
    }
  }

  /** A request for the gateway itself. */
  private async serveLocally(request: IncomingMessage, response: ServerResponse, next: () => void): Promise<void> {
    const { responder } = this.parts;
    try {
      await this.countOwn(request, response);
    } catch (error) {
      responder.respond(request, response, toError(error));
      return;
    }
    if (!request.complete && !request.readableEnded) {
      const timer = setTimeout(() => request.complete || request.socket.destroy(), OWN_BODY_TIMEOUT_MS).unref();
      request.once('close', () => clearTimeout(timer));
    }
    sendContinue(request, response);
    next();
  }

  private async proxy(request: IncomingMessage, response: ServerResponse, destination: Destination): Promise<void> {
    const { service, prefix } = destination.route;
    labelRoute(request, `${prefix}/*`);
    if (destination.isPoll) startPoll(request, this.parts.metrics);
    try {
      const login = await this.authenticate(request, response);
      const proxy = this.parts.proxies[service];
      if (proxy === undefined) throw serviceNotInstalled(service);
      if (login?.caller.method === 'session') keepFromCaches(response);
      requireLength(request, destination.bodyLimitBytes);
      const from = this.clientAddress(request);
      const vouched = login?.vouched.get(service)?.get(from) ?? (await this.makeIdentityHeader(login, service, from));
      if (request.socket.destroyed) return;
      sendContinue(request, response);
      this.forward(request, response, proxy, { destination, vouched });
      if (destination.isPoll && login) this.endWithLogin(request, response, proxy);
    } catch (error) {
      this.refuse(request, response, toError(error), service);
    }
  }

  /** A poll gets no work if its credentials became invalid while it waited. */
  private endWithLogin(request: IncomingMessage, response: ServerResponse, proxy: ServiceProxy): void {
    onResponseEnd(
      response,
      this.parts.authenticator.watch(request, (refusal) => proxy.end(request, refusal)),
    );
  }

  /**
   * Authenticates a counted request. Undefined without credentials: the service decides about anonymous access, in its
   * own format.
   */
  private async authenticate(request: IncomingMessage, response: ServerResponse): Promise<Login | undefined> {
    const [login, failure] = this.knownLogin(request) ?? (await this.logIn(request));
    if (login) (request as AuthenticatedRequest).caller = login.caller;
    if (this.parts.limiter.isOn) await this.count(login, request, response);
    if (failure) throw failure;
    return login;
  }

  /**
   * Counts a request to the gateway itself for its caller, so that anonymous clients at the same address do not use up
   * the caller's allowance. The operation checks the credentials.
   */
  private async countOwn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.split('?', 1)[0]!;
    if (!this.parts.limiter.isOn || UNLIMITED.has(path)) return;
    if (path === CALLER_PATH && BEARER.test(request.headers.authorization ?? '')) return;
    const [login] = path === TOKEN_PATH ? [] : (this.knownLogin(request) ?? (await this.logIn(request)));
    await this.count(login, request, response);
  }

  /** @throws rate_limited */
  private async count(login: Login | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { limiter } = this.parts;
    const allowance = await (login
      ? limiter.takeForAccount(login.caller.subject)
      : limiter.takeForAddress(this.clientAddress(request)));
    const exceeded = setLimitHeaders(response, allowance);
    if (exceeded) throw exceeded;
  }

  /** Reuses the login of the same credentials. */
  private knownLogin({ headers: { authorization } }: IncomingMessage): LoginOutcome | undefined {
    const known = authorization === undefined ? undefined : this.logins.get(authorization);
    return known && [known, undefined];
  }

  private async logIn(request: IncomingMessage): Promise<LoginOutcome> {
    if (!this.hasCredentials(request)) return this.findSession(request);
    const { authorization } = request.headers;
    const start = this.parts.clock.now();
    try {
      const caller = await this.parts.authenticator.authenticate(request);
      this.countLogin(authorization, 'accepted');
      const login: Login = { caller, vouched: new Map() };
      // The unsigned identity may differ between requests of a trusted proxy.
      const isReused = authorization !== undefined && !this.parts.settings.trustsPlainIdentity;
      if (isReused) this.logins.set(authorization, login, { start });
      return [login, undefined];
    } catch (error) {
      this.countLogin(authorization, 'refused');
      return [undefined, toError(error)];
    }
  }

  /** Looks up the session with every request, because it may have ended. */
  private async findSession(request: IncomingMessage): Promise<LoginOutcome> {
    if (request.headers.cookie === undefined) return [undefined, undefined];
    try {
      const caller = await this.parts.sessions.find(request);
      return [caller && { caller, vouched: new Map() }, undefined];
    } catch (error) {
      return [undefined, toError(error)];
    }
  }

  private countLogin(authorization: string | undefined, outcome: 'accepted' | 'refused'): void {
    const [scheme = ''] = (authorization ?? '').split(' ', 1);
    this.loginCounter.inc({ scheme: SCHEMES.get(scheme.toLowerCase()) ?? 'other', outcome });
  }

  /** The signed header with the caller's identity, or at least the client's address. */
  private async makeIdentityHeader(
    login: Login | undefined,
    service: ServiceName,
    address: string,
  ): Promise<Readonly<Record<string, string>>> {
    const { settings, minter } = this.parts;
    if (!login) return { [CLIENT_HEADER]: await minter.mintClient(address, service) };
    const vouched = { [settings.identityHeader]: await minter.mintIdentity(login.caller, service, address) };
    const ofService = login.vouched.get(service) ?? new Map<string, Record<string, string>>();
    login.vouched.set(service, ofService.set(address, vouched));
    return vouched;
  }

  private hasCredentials({ headers }: IncomingMessage): boolean {
    if (headers.authorization !== undefined) return true;
    const { trustsPlainIdentity, isIdentityHeader } = this.parts.settings;
    return trustsPlainIdentity && Object.keys(headers).some(isIdentityHeader);
  }

  private forward(
    request: IncomingMessage,
    response: ServerResponse,
    proxy: ServiceProxy,
    { destination, vouched }: { destination: Destination; vouched: Readonly<Record<string, string>> },
  ): void {
    const { route, bodyLimitBytes, isUpload } = destination;
    const { settings, limiter, address } = this.parts;
    const added: Record<string, string> = {
      'x-request-id': getRequestId(request),
      traceparent: getTraceparent(request),
      ...vouched,
    };
    proxy.forward(request, response, {
      hop: {
        peer: plainAddress(request.socket.remoteAddress),
        trustsPeer: settings.trustsPeer,
        base: address.getBaseAddress(request),
        added,
        isIdentityHeader: settings.isIdentityHeader,
      },
      bodyLimitBytes,
      timeoutMs: isUpload ? settings.uploadTimeoutMs : settings.upstreamTimeoutMs,
      hasOwnLimits: limiter.isOn,
      fail: (error) => this.refuse(request, response, error, route.service),
    });
  }

  private refuse(request: IncomingMessage, response: ServerResponse, error: ApiError, service: ServiceName): void {
    // A client that exceeded the timeout has already got its response.
    if (isWaitingForContinue(request) && !response.headersSent) response.setHeader('Connection', 'close');
    this.parts.responder.respond(request, response, error, service);
  }

  private clientAddress(request: IncomingMessage): string {
    return plainAddress(getRemoteAddress(request, { trustProxy: this.parts.settings.trustsPeer }));
  }
}

/** Adds the remaining allowance to the response; returns an error if it is used up. */
function setLimitHeaders(
  response: ServerResponse,
  { headers, isExceeded, resetSeconds }: Allowance,
): ApiError | undefined {
  response.setHeader('RateLimit-Policy', headers['RateLimit-Policy']);
  response.setHeader('RateLimit', headers.RateLimit);
  if (!isExceeded) return undefined;
  return new ApiError(GatewayError.rate_limited, `Too many requests; wait ${resetSeconds} s.`, {
    headers: { 'Retry-After': String(resetSeconds) },
  });
}

/** Caches treat a response to an Authorization header as private; for cookies they need `Vary`. */
function keepFromCaches(response: ServerResponse): void {
  response.setHeader('Cache-Control', 'private');
  response.setHeader('Vary', 'Cookie');
}

function requireLength(request: IncomingMessage, limitBytes: number): void {
  const length = request.headers['content-length'];
  if (length === undefined || Number(length) <= limitBytes) return;
  throw bodyTooLarge(limitBytes);
}

/** Whether a client waits for permission to send its body, and has no response yet. */
function isWaitingForContinue({ headers, complete }: IncomingMessage): boolean {
  return headers.expect !== undefined && !complete;
}

function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (!isWaitingForContinue(request)) return;
  response.writeContinue();
  delete request.headers.expect;
}

function toError(error: unknown): ApiError {
  return toApiError(error, { method: '', path: '' }, {});
}
