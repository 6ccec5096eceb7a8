import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import { parseCallback } from '../negotiation/jsonp';
import { mediaTypeName, offersOf } from '../negotiation/media-type';
import { negotiate } from '../negotiation/negotiate';
import { splitSuffix } from '../negotiation/suffix';
import type { RepresentationOptions } from './representation-options';

const refused = new WeakSet<IncomingMessage>();
const callbacks = new WeakMap<IncomingMessage, string | null>();

/** Callback of a JSONP request; null when the one it names may not be used. */
export function callbackOf(request: IncomingMessage): string | null | undefined {
  return callbacks.get(request);
}

/** Whether JSONP was requested where it is not available. */
export function isJsonpRefused(request: IncomingMessage): boolean {
  return refused.has(request);
}

/**
 * Settles the representation of a request before it is routed: takes the suffix off the path, notes the JSONP callback, and lets
 * both replace the Accept header, which everything after looks at alone. See rule http-4 rule 3 and 1.15.
 */
export function requestedType(options: RepresentationOptions): RequestHandler {
  const { vendorTokens, jsonpParameter, addresses } = options;
  const jsonOffers = offersOf(['json', 'wrapped'], vendorTokens);
  return (request, response, next) => {
    response.vary('Accept');
    const suffixed = splitSuffix(request.path);
    if (suffixed && addresses.takesSuffix(suffixed.path)) {
      request.url = suffixed.path + queryOf(request.url);
      request.headers.accept = mediaTypeName(suffixed.type, vendorTokens);
    } else if (suffixed && !addresses.isRouted(request.path)) {
      // Nothing is there; the error is written in the media type of the suffix. Where a name ends like this, the header counts.
      request.headers.accept = mediaTypeName(suffixed.type, vendorTokens);
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const callback = isRead ? parseCallback(request.query[jsonpParameter]) : undefined;
    if (callback !== undefined && !options.answersJsonp(request)) {
      refused.add(request);
      next();
      return;
    }
    if (callback !== undefined) callbacks.set(request, callback);
    if (typeof callback === 'string') {
      request.headers.accept = (negotiate(request.headers.accept, jsonOffers) ?? jsonOffers[0]!).name;
    }
    next();
  };
}

/** The query with its question mark; empty when there is none. */
function queryOf(url: string): string {
  const question = url.indexOf('?');
  return question < 0 ? '' : url.slice(question);
}
