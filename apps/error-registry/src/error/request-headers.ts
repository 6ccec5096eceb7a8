import type { IncomingHttpHeaders } from 'node:http';
import type { Preconditions } from './domain/representation';
import type { Wish } from './error-representations';

export type RequestHeaders = IncomingHttpHeaders;

/** What the client would like to get. */
export function wishOf(headers: RequestHeaders): Wish {
  return { accept: headers.accept, acceptLanguage: headers['accept-language'] };
}

/** What the client demands of the record it writes to. */
export function conditionsOf(headers: RequestHeaders): Preconditions {
  return { ifMatch: headers['if-match'], ifNoneMatch: headers['if-none-match'] };
}
