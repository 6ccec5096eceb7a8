import { type IncomingMessage, type ServerResponse } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import {
  addressGroup,
  type AuthenticatedRequest,
  type CallerIdentity,
  readClaimedAccount,
  hideSecrets,
} from '@wardstone/auth';
import { onResponseEnd } from './http-server';
import { type Logger } from './logger';
import { addressAtStart, getRequestId, getRoute } from './observe-request';
import { RepeatLimit } from './repeat-limit';

export interface AuditRules {
  /**
   * Excludes high-volume writes, such as measurements, and requests that only evaluate something; refused ones are
   * still audited.
   */
  isUnaudited?(method: string, path: string): boolean;
  /** Paths where a GET changes something, e.g. ends a login; their query strings are secret. */
  changesByGet?: readonly string[];
  /** The response of the process that handled a forwarded request and wrote its audit line. */
  getForwardedResponse?(request: IncomingMessage): ServiceResponse | undefined;
  /**
   * Whether an account has this name. Other names are not logged, because people type passwords into the wrong field.
   */
  isAccount?(name: string): Promise<boolean>;
  /** Receives every event, whether logged here or not. */
  store?(event: AuditEvent): void;
}

export interface ServiceResponse {
  /** Header `X-Audit` of the response; absent if nothing was changed. */
  auditHeader: string | undefined;
}

/** A request that may have changed something, or was refused because of its sender. */
export interface AuditEvent {
  /** Name of the caller, who is identified by subject and issuer; null without a caller. */
  user: string | null;
  subject: string | null;
  /** Issuer of the name; null for accounts of the product. */
  issuer: string | null;
  /** How the request authenticated. */
  login: CallerIdentity['method'] | null;
  /** Organisation of the caller, otherwise `org` of the facts. */
  org: string | null;
  /** Account that refused credentials name; `?` if no such account exists. */
  claimed?: string;
  /** Client address. */
  from: string;
  requestId: string;
  method: string;
  /** Path pattern. */
  operation: string;
  /** Path and query, cut to 2,000 characters, or 200 for refused requests without a caller. */
  target: string;
  /** `requests` is the number of refused requests in this event, if more than one. */
  facts: object;
  outcome: 'done' | 'refused' | 'failed' | 'cut off';
  status: number;
  /** URL of the created record. */
  location: string | undefined;
  /** Type of the error that was returned. */
  error: string | undefined;
}

/** Header in which a service states to the gateway what it audits. */
export const AUDIT_HEADER = 'X-Audit';
/** The gateway gets only the audited object of larger facts; the service logs them in full. */
const MAX_HEADER_LENGTH = 4_000;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** 403 covers missing permissions and requests from other origins; 429 covers rate limits and failed logins. */
const REFUSALS = new Set([403, 429]);
const MAX_TARGET_LENGTH = 2_000;
const MAX_ANONYMOUS_TARGET_LENGTH = 200;
/** Replaces a name that no account has. */
const NO_ACCOUNT = '?';

/** Refused requests logged individually per minute: for each address without a caller, and for each caller. */
const MAX_PER_ADDRESS = 100;
const MAX_PER_CALLER = 1_000;
const STRANGERS = { mostWritten: 1_000, mostKeys: 500 };
const CALLERS = { mostWritten: 10_000, mostKeys: 2_000 };
const TOO_MANY_REQUESTS = 429;

interface Audited {
  event: AuditEvent;
  /** Whether this process writes the log line. */
  isLogged: boolean;
}

interface Noted {
  /** Absent where the event is stored, so that no header repeats it. */
  statedIn: ServerResponse | undefined;
  facts: object;
}

const noted = new WeakMap<IncomingMessage, Noted>();

/**
 * Adds facts to the audit event of a request, before the response is sent. They are logged unchanged, so they must not
 * contain secrets.
 */
export function noteForAudit(request: IncomingMessage, facts: object): void {
  const note = noted.get(request);
  if (!note) return;
  note.facts = { ...note.facts, ...facts };
  stateFacts(note);
}

function stateFacts({ statedIn, facts }: Noted): void {
  if (!statedIn || statedIn.headersSent) return;
  const { thing } = facts as { thing?: unknown };
  const text = toShortText(facts) ?? toShortText({ thing, truncated: true }) ?? '{"truncated":true}';
  statedIn.setHeader(AUDIT_HEADER, text);
}

/** Undefined if it is too long for a header. */
function toShortText(facts: object): string | undefined {
  const text = toAscii(JSON.stringify(facts));
  return text.length <= MAX_HEADER_LENGTH ? text : undefined;
}

/** Header values are ASCII, and JSON can escape everything else. */
function toAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Audits every request that may have changed something, and every one refused because of its sender: who, from where,
 * what, and the outcome. Each is a log line, and an event where a store exists.
 */
export class AuditLog {
  private readonly logger: Logger;
  private readonly strangers = new RepeatLimit<Audited>(STRANGERS, (...repeated) => this.writeFor(...repeated));
  private readonly callers = new RepeatLimit<Audited>(CALLERS, (...repeated) => this.writeFor(...repeated));
  private readonly checking = new Set<Promise<void>>();

  constructor(
    logger: Logger,
    private readonly trustProxy: boolean,
    private readonly rules: AuditRules = {},
  ) {
    // A lower log level must not turn the audit log off.
    this.logger = logger.child({ audit: true }, logger.level === 'silent' ? {} : { level: 'info' });
  }

  /** Must be called first, because handlers may change the request. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const target = this.shortTarget(request);
    const { authorization } = request.headers;
    const from = addressAtStart(request, this.trustProxy);
    const isWrite = this.isWrite(request.method ?? '', target);
    if (isWrite) {
      const note = { statedIn: this.rules.store ? undefined : response, facts: {} };
      noted.set(request, note);
      stateFacts(note);
    }
    onResponseEnd(response, () => {
      const elsewhere = this.rules.getForwardedResponse?.(request);
      const isChange = elsewhere ? elsewhere.auditHeader !== undefined : isWrite;
      if (!isChange && !isRefusal(response, authorization)) return;
      const { caller } = request as AuthenticatedRequest;
      const claims = caller ? {} : { claimed: readClaimedAccount(authorization) };
      const stated = elsewhere ? factsIn(elsewhere.auditHeader) : noted.get(request)?.facts;
      const { claimed, org, ...facts }: { claimed?: string; org?: string } = { ...claims, ...stated };
      const result = toResult(response);
      const isRefusedStranger = !caller && result.status >= 400;
      const event: AuditEvent = {
        ...whose(caller, org),
        ...(claimed === undefined ? {} : { claimed }),
        from: from(),
        requestId: getRequestId(request),
        method: request.method ?? '',
        operation: getRoute(request),
        target: isRefusedStranger ? target.slice(0, MAX_ANONYMOUS_TARGET_LENGTH) : target,
        facts,
        ...result,
      };
      this.audit({ event, isLogged: !elsewhere });
    });
  }

  /** Writes pending events, including those only counted so far. */
  async close(): Promise<void> {
    this.strangers.endWindow();
    this.callers.endWindow();
    await Promise.all(this.checking);
  }

  /**
   * Refusals are limited: rate-limited requests to one event a minute for each address or caller, others to a number a
   * minute.
   */
  private audit(audited: Audited): void {
    const { status, subject, from, error } = audited.event;
    if (status < 400) {
      this.write(audited);
      return;
    }
    const repeated = subject === null ? this.strangers : this.callers;
    const key = subject ?? addressGroup(from);
    if (status === TOO_MANY_REQUESTS) repeated.add(`${key} ${error}`, audited, 1);
    else repeated.add(key, audited, subject === null ? MAX_PER_ADDRESS : MAX_PER_CALLER);
  }

  private writeFor({ event, isLogged }: Audited, requests: number): void {
    this.write({ isLogged, event: requests === 1 ? event : { ...event, facts: { ...event.facts, requests } } });
  }

  private write(audited: Audited): void {
    const { claimed } = audited.event;
    if (claimed === undefined) {
      this.writeNamed(audited);
      return;
    }
    const checked = this.findName(claimed).then((name) => {
      this.writeNamed({ ...audited, event: { ...audited.event, claimed: name } });
      this.checking.delete(checked);
    });
    this.checking.add(checked);
  }

  private async findName(claimed: string): Promise<string> {
    const isAccount = await this.rules.isAccount?.(claimed).catch(() => false);
    return isAccount ? claimed : NO_ACCOUNT;
  }

  private writeNamed({ event, isLogged }: Audited): void {
    this.rules.store?.(event);
    if (isLogged) this.log(event);
  }

  private log({ facts, ...event }: AuditEvent): void {
    this.logger.info({ ...event, ...facts }, 'audit');
  }

  private isWrite(method: string, target: string): boolean {
    const path = toPath(target);
    if (READS.has(method)) return method === 'GET' && this.changesByGet(path);
    return !this.rules.isUnaudited?.(method, path);
  }

  private shortTarget({ url = '' }: IncomingMessage): string {
    const path = toPath(url);
    return hideSecrets(this.changesByGet(path) ? path : url).slice(0, MAX_TARGET_LENGTH);
  }

  private changesByGet(path: string): boolean {
    return this.rules.changesByGet?.includes(path) === true;
  }
}

function toPath(target: string): string {
  return target.split('?', 1)[0]!;
}

/** A browser's first request has no credentials and gets 401; that is not a login attempt. */
function isRefusal({ statusCode }: ServerResponse, authorization: string | undefined): boolean {
  return REFUSALS.has(statusCode) || (statusCode === 401 && authorization !== undefined);
}

function factsIn(header: string | undefined): object {
  try {
    return JSON.parse(header ?? '{}') as object;
  } catch {
    return {};
  }
}

/** Without a caller, the organisation in the facts counts, if there is one. */
function whose(
  caller: CallerIdentity | undefined,
  org: string | undefined,
): Pick<AuditEvent, 'user' | 'subject' | 'issuer' | 'login' | 'org'> {
  if (!caller) return { user: null, subject: null, issuer: null, login: null, org: org ?? null };
  const { username, subject, issuer = null, method, orgId } = caller;
  return { user: username, subject, issuer, login: method, org: orgId };
}

function headerText(header: number | string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header);
}

function toResult(response: ServerResponse): Pick<AuditEvent, 'outcome' | 'status' | 'location' | 'error'> {
  return {
    outcome: toOutcome(response),
    status: response.statusCode,
    location: headerText(response.getHeader('Location')),
    error: headerText(response.getHeader('X-Error-Type')),
  };
}

function toOutcome({ statusCode, writableFinished }: ServerResponse): AuditEvent['outcome'] {
  if (!writableFinished) return 'cut off';
  if (statusCode < 400) return 'done';
  return statusCode < 500 ? 'refused' : 'failed';
}

/** Adds facts to the audit event of a request. They are logged unchanged, so they must not contain secrets. */
export type AuditNote = (facts: object) => void;

/** Injects a function with which a handler states what it changes. */
export const Audit = createParamDecorator((_data: unknown, context: ExecutionContext): AuditNote => {
  const request = context.switchToHttp().getRequest<IncomingMessage>();
  return (facts) => noteForAudit(request, facts);
});

/** The object of a change, with the name that users know. */
export interface AuditedObject {
  kind:
    | 'account'
    | 'alert'
    | 'alertDefinition'
    | 'alerts'
    | 'approval'
    | 'contactMethod'
    | 'escalation'
    | 'group'
    | 'groupDefinition'
    | 'guide'
    | 'operation'
    | 'operationSchedule'
    | 'policy'
    | 'resource'
    | 'resources'
    | 'rotation'
    | 'schedule'
    | 'silence'
    | 'incident'
    | 'tailoring'
    | 'waiver';
  /**
   * Id of the resource for a schedule or operation, of the policy for a tailoring; for several objects, their number.
   */
  id: number | string;
  name: string;
}

export interface AuditedChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Description of a change in the audit log. */
interface ChangeFacts {
  thing: AuditedObject;
  changes?: readonly AuditedChange[];
  /** Number of changes that are left out. */
  moreChanges?: number;
}

const MAX_CHANGES = 12;
/** All facts have to fit into a header (see `noteForAudit`), where some characters take six. */
const MAX_VALUE_LENGTH = 120;
const MAX_NAME_LENGTH = 200;
const HIDDEN = '***';
/** Names of fields whose values stay hidden; display names contain blanks and do not match. */
const SECRET = /^\S*(pass(word|phrase|wd)|secret|token|credential|private|authorization|api.?key)\S*$/i;

/**
 * Changed fields with their values before and after (rule platform-6); equal fields are left out, secret ones hidden,
 * long ones truncated. Pure.
 * @param before empty for a created object
 * @param after empty for a removed object
 */
export function changeFacts(thing: AuditedObject, before: object = {}, after: object = {}): ChangeFacts {
  const [old, now] = [before, after] as Record<string, unknown>[];
  const changes = [...new Set([...Object.keys(old!), ...Object.keys(now!)])]
    .filter((field) => JSON.stringify(old![field]) !== JSON.stringify(now![field]))
    .map((field) => ({
      field: cut(field, MAX_NAME_LENGTH),
      from: shown(field, old![field]),
      to: shown(field, now![field]),
    }));
  const more = changes.length - MAX_CHANGES;
  return {
    thing: { ...thing, name: cut(thing.name, MAX_NAME_LENGTH) },
    ...(changes.length > 0 ? { changes: changes.slice(0, MAX_CHANGES) } : {}),
    ...(more > 0 ? { moreChanges: more } : {}),
  };
}

function shown(field: string, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (SECRET.test(field)) return HIDDEN;
  if (typeof value === 'string') return cut(value, MAX_VALUE_LENGTH);
  const text = JSON.stringify(value, (name, member: unknown) => (SECRET.test(name) ? HIDDEN : member));
  return text.length > MAX_VALUE_LENGTH ? cut(text, MAX_VALUE_LENGTH) : (JSON.parse(text) as unknown);
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;
}
