import type { IncomingHttpHeaders } from 'node:http';
import type { Preconditions } from '@wardstone/bootstrap';
import { bestMediaType } from '@wardstone/errors';
import type { Wish } from './error-representations';

export type RequestHeaders = IncomingHttpHeaders;

/** What the client would like to get. */
export function wishOf(headers: RequestHeaders): Wish {
  return { accept: headers.accept, acceptLanguage: headers['accept-language'] };
}

/** Whether the client is a browser that opens a page, rather than a program. */
export function asksForPage({ headers }: { headers: RequestHeaders }): boolean {
  return bestMediaType(headers.accept, ['application/json', 'text/html']) === 'text/html';
}

/** What the client demands of the record it writes to. */
export function conditionsOf(headers: RequestHeaders): Preconditions {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
}
