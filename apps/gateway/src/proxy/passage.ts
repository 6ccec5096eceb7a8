import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ApiError } from '@wardstone/errors';
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

/** Takes the head of an answer over. False when nobody wants the answer any more. */
export function takeHead(head: AnswerHead, request: PassingRequest, response: ServerResponse): boolean {
  const passage = request.passage!;
  if (passage.isOver || response.headersSent) return false;
  passage.isAnswered = true;
  response.statusCode = head.status;
  response.statusMessage = head.message;
  for (const [name, value] of answerHeaders(head.rawHeaders, passage.hasOwnLimits)) {
    if (response.hasHeader(name)) response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  flushSoon(response);
  return true;
}

let unsent: ServerResponse[] = [];

/** Sends a head whose body lets itself be awaited. Most bodies are there with their heads, and both leave together. */
function flushSoon(response: ServerResponse): void {
  if (unsent.push(response) === 1) setImmediate(flushHeads);
}

function flushHeads(): void {
  const responses = unsent;
  unsent = [];
  for (const response of responses) {
    if (!response.headersSent && !response.destroyed) response.flushHeaders();
  }
}

const ONE_PIECE_BYTES = 16 * 1024;

/** Ends an answer whose whole body is there. */
export function endWith(response: ServerResponse, body: Buffer): void {
  // Node.js writes a head and a text in one piece, a head and bytes in two; latin1 keeps the bytes as they are.
  if (body.length <= ONE_PIECE_BYTES) response.end(body.toString('latin1'), 'latin1');
  else response.end(body);
}

/** Shows the client that its answer is not whole: without a length, only a reset tells that from its end. */
export function breakOff({ httpVersion, socket }: IncomingMessage): void {
  if (httpVersion === '1.0') socket.resetAndDestroy();
  else socket.destroy();
}
