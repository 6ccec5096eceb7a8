import { type IncomingMessage } from 'node:http';
import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type Request, type RequestHandler } from 'express';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import {
  mediaTypeName,
  negotiate,
  type Offer,
  makeOffers,
  type MediaType,
  splitSuffix,
} from '../negotiation/media-type';
import { type Included, NOTHING_INCLUDED } from '../record/fields-on-request';
import {
  INCLUDE_PARAMETER,
  type Production,
  PRODUCTION,
  REPRESENTATION_OPTIONS,
  type RepresentationOptions,
} from './production';

/** Requests for JSONP where it is unavailable. */
const refused = new WeakSet<IncomingMessage>();
const callbacks = new WeakMap<IncomingMessage, string | null>();

/** Callback of a JSONP request; null if its name is not allowed. */
export function getJsonpCallback(request: IncomingMessage): string | null | undefined {
  return callbacks.get(request);
}

/**
 * Determines the representation of a request before routing: removes the suffix from the path, stores the JSONP
 * callback, and replaces the Accept header accordingly. See rules http-4, http-15.
 */
export function requestedType(options: RepresentationOptions): RequestHandler {
  const { vendorTokens, jsonpParameter, addresses } = options;
  const jsonOffers = makeOffers(['json', 'wrapped'], vendorTokens);
  return (request, response, next) => {
    response.vary('Accept');
    const suffixed = splitSuffix(request.path);
    if (suffixed && addresses.takesSuffix(suffixed.path)) {
      request.url = suffixed.path + toQuery(request.url);
      request.headers.accept = mediaTypeName(suffixed.type, vendorTokens);
    } else if (suffixed && !addresses.isRouted(request.path)) {
      // If the path is unknown, the error has the media type of the suffix; if the suffix belongs to a name, the
      // original header counts.
      request.headers.accept = mediaTypeName(suffixed.type, vendorTokens);
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const callback = isRead ? parseCallback(request.query[jsonpParameter]) : undefined;
    if (callback !== undefined && !options.permitsJsonp(request)) {
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

/** Query with its question mark, or empty. */
function toQuery(url: string): string {
  const question = url.indexOf('?');
  return question < 0 ? '' : url.slice(question);
}

const CALLBACK = /^[A-Za-z_$][A-Za-z0-9_$.]*$/;

export const JSONP_CONTENT_TYPE = 'application/javascript; charset=utf-8';

/**
 * Reads the callback of a JSONP request. See rule http-15.
 * @param value the query parameter as parsed by express
 * @returns undefined without a callback, null if its name is not allowed
 */
export function parseCallback(value: unknown): string | null | undefined {
  if (value === undefined || value === '') return undefined;
  return typeof value === 'string' && CALLBACK.test(value) ? value : null;
}

/** Wraps the JSON body of a JSONP response in a script. */
export function wrapInCallback(callback: string, json: string): string {
  return `${callback}(${json});`;
}

interface Negotiated {
  production: Production;
  chosen: Offer<MediaType>;
  all: readonly Offer<MediaType>[];
}

const REMEMBERED_HEADERS = 100;

/** A property instead of a WeakMap, which would cost a microsecond per request. */
const NEGOTIATED = Symbol('negotiated');

const INCLUDED = Symbol('included');

type NegotiatedRequest = Request & { [NEGOTIATED]?: Negotiated; [INCLUDED]?: Included };

function negotiatedFor(request: NegotiatedRequest): Negotiated {
  const outcome = request[NEGOTIATED];
  if (!outcome) throw new Error('the representation is known on routes with result() only');
  return outcome;
}

/** Media types that the operation produces; undefined without `result()`. */
export function getProduction(request: NegotiatedRequest): Production | undefined {
  return request[NEGOTIATED]?.production;
}

/** The negotiated representation of the response. */
export function getOffer(request: Request): Offer<MediaType> {
  return negotiatedFor(request).chosen;
}

/** All representations of the operation. */
export function offersFor(request: Request): readonly Offer<MediaType>[] {
  return negotiatedFor(request).all;
}

/** The fields on request that the response includes. */
export function includedIn(request: NegotiatedRequest): Included {
  return request[INCLUDED] ?? NOTHING_INCLUDED;
}

/** Media type of the response, for results that depend on it. */
export const NegotiatedType = createParamDecorator(
  (_data: unknown, context: ExecutionContext): MediaType => getOffer(context.switchToHttp().getRequest<Request>()).type,
);

/** Negotiates the representation on routes with `result()`, before any work is done for the request. */
@Injectable()
export class NegotiationGuard implements CanActivate {
  /** Cached by operation and Accept header, since similar clients always send the same header. */
  private readonly outcomes = new WeakMap<Production, Map<string | undefined, Negotiated>>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(REPRESENTATION_OPTIONS) private readonly options: RepresentationOptions,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const production = this.reflector.get<Production | undefined>(PRODUCTION, context.getHandler());
    if (!production) return true;
    const request = context.switchToHttp().getRequest<NegotiatedRequest>();
    if (refused.has(request)) throw jsonpRefused();
    if (getJsonpCallback(request) === null) throw this.unusableCallback();
    request[NEGOTIATED] = this.negotiate(production, request.headers.accept);
    if (production.fieldsOnRequest.length > 0) {
      request[INCLUDED] = parseIncluded(request.query[INCLUDE_PARAMETER], production.fieldsOnRequest);
    }
    return true;
  }

  private negotiate(production: Production, accept: string | undefined): Negotiated {
    const outcomes = this.outcomes.get(production) ?? new Map<string | undefined, Negotiated>();
    this.outcomes.set(production, outcomes);
    const known = outcomes.get(accept);
    if (known) return known;
    const all = makeOffers(production.types, this.options.vendorTokens);
    const chosen = negotiate(accept, all);
    if (!chosen) throw notAcceptable(all);
    if (outcomes.size >= REMEMBERED_HEADERS) outcomes.clear();
    const negotiated = { production, chosen, all };
    outcomes.set(accept, negotiated);
    return negotiated;
  }

  private unusableCallback(): ApiError {
    const { jsonpParameter } = this.options;
    return new ApiError(
      MonitoringError.invalid_callback,
      `Parameter ${jsonpParameter} must be the name of a JavaScript function: letters, digits, "_", "$" and ".", not beginning with a digit or a dot`,
    );
  }
}

/**
 * Reads the names of fields on request, separated by commas, in any letter case.
 * @param value the query parameter as parsed by express; of a repeated one, the first counts. See rule http-1.
 * @throws invalid_query
 */
function parseIncluded(value: unknown, names: readonly string[]): Included {
  const text: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof text !== 'string' || text === '') return NOTHING_INCLUDED;
  const wanted = text.split(',').map((name) => name.trim().toLowerCase());
  const known = wanted
    .filter((word) => word !== '')
    .map((word) => {
      const name = names.find((candidate) => candidate.toLowerCase() === word);
      if (name !== undefined) return name;
      const choice = names.join(', ');
      throw new ApiError(MonitoringError.invalid_query, `Parameter ${INCLUDE_PARAMETER} must list some of ${choice}`);
    });
  return new Set(known);
}

function jsonpRefused(): ApiError {
  return new ApiError(
    CommonError.not_acceptable,
    'JSONP (application/javascript) is not available: it is off, or the request is cross-origin',
  );
}

function notAcceptable(offers: readonly Offer[]): ApiError {
  const names = offers.map(({ name }) => name).join(', ');
  return new ApiError(CommonError.not_acceptable, `The Accept header must allow one of ${names}`);
}
