import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ApiError } from '@wardstone/errors';
import { AUDIT_HEADER, BROWSER_HEADERS } from '@wardstone/bootstrap';
import type { AnsweredElsewhere } from '@wardstone/bootstrap';
import { leadToLoginInstead } from '../sessions/navigation';
import { responseHeaders } from './upstream-headers';

/** What forwarding one request needs. */
export interface ProxyContext {
  /** Everything the service is sent as headers; see `upstreamHeaders`. */
  headers: OutgoingHttpHeaders;
  bodyLimitBytes: number;
  /** Longest silence of the service, while it reads, works or responds. */
  timeoutMs: number;
  /** Whether the response carries the gateway's own rate limits. */
  hasOwnLimits: boolean;
  /** Called once, before any byte of a response was sent. */
  fail(error: ApiError): void;
}

export interface OpenProxyContext extends ProxyContext {
  /** Ends the exchange with the service; missing until it has begun. */
  abort?: (reason?: Error) => void;
  isOver: boolean;
  /** The head of the response was taken over. */
  isAnswered: boolean;
  /** What the service audits of the request; it goes no further. */
  auditHeader?: string;
  isRepeated: boolean;
  /** The body of the response, if all of it came with the head; it is sent in a moment. */
  wholeBody?: Buffer;
}

/** Where callbacks that only know the request find its context. */
export interface ProxiedRequest extends IncomingMessage {
  proxyContext?: OpenProxyContext;
}

export interface ResponseHead {
  status: number;
  message: string;
  /** Names and values in turn. */
  rawHeaders: readonly string[];
}

const browserHeaders = new Set(Object.keys(BROWSER_HEADERS).map((name) => name.toLowerCase()));

/** What the audit log records of a request that a service responded to. */
export function answerOf({ proxyContext }: ProxiedRequest): AnsweredElsewhere | undefined {
  return proxyContext?.isAnswered === true ? { auditHeader: proxyContext.auditHeader } : undefined;
}

function isAuditHeader(name: string): boolean {
  return name.length === AUDIT_HEADER.length && name.toLowerCase() === AUDIT_HEADER.toLowerCase();
}

function isBrowserHeader(name: string): boolean {
  return browserHeaders.has(name.toLowerCase());
}

/** Copies the head of a service's response. False when the request is over already. */
export function copyResponseHead(head: ResponseHead, request: ProxiedRequest, response: ServerResponse): boolean {
  const context = request.proxyContext!;
  if (context.isOver || response.headersSent) return false;
  context.isAnswered = true;
  if (leadToLoginInstead(head, request, response)) {
    context.isOver = true;
    return false;
  }
  response.statusCode = head.status;
  response.statusMessage = head.message;
  for (const [name, value] of responseHeaders(head.rawHeaders, context.hasOwnLimits)) {
    if (isAuditHeader(name)) {
      context.auditHeader = value;
      continue;
    }
    // The service's policy for its response in a browser replaces the gateway's.
    if (response.hasHeader(name) && !isBrowserHeader(name)) response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  sendNextTurn(response, context);
  return true;
}

let pending: { response: ServerResponse; context: OpenProxyContext }[] = [];

/**
 * Most bodies are there with their heads, and both leave together, in one piece, when everything that has arrived was
 * read: a client that is woken once for many responses costs less, and so does waking it. A head whose body lets itself
 * be awaited leaves alone.
 */
function sendNextTurn(response: ServerResponse, context: OpenProxyContext): void {
  if (pending.push({ response, context }) === 1) setImmediate(sendPending);
}

function sendPending(): void {
  const ready = pending;
  pending = [];
  for (const { response, context } of ready) {
    if (response.headersSent || response.destroyed) continue;
    if (context.wholeBody) end(response, context.wholeBody);
    else response.flushHeaders();
  }
}

const NOTHING = Buffer.alloc(0);
const ONE_PIECE_BYTES = 16 * 1024;

/** Ends a response, with its whole body if that came in one piece. Further calls do nothing. */
export function endResponse(
  { proxyContext: context }: ProxiedRequest,
  response: ServerResponse,
  wholeBody?: Buffer,
): void {
  if (context!.wholeBody !== undefined || response.writableEnded) return;
  context!.wholeBody = wholeBody ?? NOTHING;
  if (response.headersSent) end(response, context!.wholeBody);
}

function end(response: ServerResponse, body: Buffer): void {
  // Node.js writes a head and a text in one piece, a head and bytes in two; latin1 keeps the bytes as they are.
  if (body.length === 0) response.end();
  else if (body.length <= ONE_PIECE_BYTES) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}

/** Shows the client that its response is incomplete: without a length, only a reset distinguishes that from its end. */
export function abortResponse({ httpVersion, socket }: IncomingMessage): void {
  if (httpVersion === '1.0') socket.resetAndDestroy();
  else socket.destroy();
}
