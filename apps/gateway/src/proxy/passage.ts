import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ApiError } from '@wardstone/errors';
import { BROWSER_HEADERS } from '@wardstone/bootstrap';
import { answerHeaders } from './upstream-headers';

/** One request on its way to a service. */
export interface Passage {
  /** Everything the service is sent as headers; see `upstreamHeaders`. */
  headers: OutgoingHttpHeaders;
  bodyLimitBytes: number;
  /** Longest silence of the service, while it reads, works or answers. */
  timeoutMs: number;
  /** Whether the answer carries the gateway's own rate limits. */
  hasOwnLimits: boolean;
  /** Told once, before any byte of an answer was sent. */
  fail(error: ApiError): void;
}

export interface UnderWay extends Passage {
  /** Ends the exchange with the service; missing until it has begun. */
  abort?: (reason?: Error) => void;
  isOver: boolean;
  /** The head of the answer was taken over. */
  isAnswered: boolean;
  isRepeated: boolean;
  bytesPassed: number;
  /** The body of the answer, where all of it came with the head; it leaves in a moment. */
  wholeBody?: Buffer;
}

/** Where callbacks that only know the request find its passage. */
export interface PassingRequest extends IncomingMessage {
  passage?: UnderWay;
}

export interface AnswerHead {
  status: number;
  message: string;
  /** Names and values in turn. */
  rawHeaders: readonly string[];
}

const browserHeaders = new Set(Object.keys(BROWSER_HEADERS).map((name) => name.toLowerCase()));

function isBrowserHeader(name: string): boolean {
  return browserHeaders.has(name.toLowerCase());
}

/** Takes the head of an answer over. False when nobody wants the answer any more. */
export function takeHead(head: AnswerHead, request: PassingRequest, response: ServerResponse): boolean {
  const passage = request.passage!;
  if (passage.isOver || response.headersSent) return false;
  passage.isAnswered = true;
  response.statusCode = head.status;
  response.statusMessage = head.message;
  for (const [name, value] of answerHeaders(head.rawHeaders, passage.hasOwnLimits)) {
    // The service's word on what its answer may do in a browser replaces the gateway's.
    if (response.hasHeader(name) && !isBrowserHeader(name)) response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  sendSoon(response, passage);
  return true;
}

let unsent: { response: ServerResponse; passage: UnderWay }[] = [];

/**
 * Most bodies are there with their heads, and both leave together, in one piece, when everything that has arrived was
 * read: a client that is woken once for many answers costs less, and so does waking it. A head whose body lets itself
 * be awaited leaves alone.
 */
function sendSoon(response: ServerResponse, passage: UnderWay): void {
  if (unsent.push({ response, passage }) === 1) setImmediate(sendUnsent);
}

function sendUnsent(): void {
  const ready = unsent;
  unsent = [];
  for (const { response, passage } of ready) {
    if (response.headersSent || response.destroyed) continue;
    if (passage.wholeBody) end(response, passage.wholeBody);
    else response.flushHeaders();
  }
}

const NOTHING = Buffer.alloc(0);
const ONE_PIECE_BYTES = 16 * 1024;

/** Ends an answer, with its whole body where that came in one piece. Further calls do nothing. */
export function endAnswer({ passage }: PassingRequest, response: ServerResponse, wholeBody?: Buffer): void {
  if (passage!.wholeBody !== undefined || response.writableEnded) return;
  passage!.wholeBody = wholeBody ?? NOTHING;
  if (response.headersSent) end(response, passage!.wholeBody);
}

function end(response: ServerResponse, body: Buffer): void {
  // Node.js writes a head and a text in one piece, a head and bytes in two; latin1 keeps the bytes as they are.
  if (body.length === 0) response.end();
  else if (body.length <= ONE_PIECE_BYTES) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}

/** Shows the client that its answer is not whole: without a length, only a reset tells that from its end. */
export function breakOff({ httpVersion, socket }: IncomingMessage): void {
  if (httpVersion === '1.0') socket.resetAndDestroy();
  else socket.destroy();
}
