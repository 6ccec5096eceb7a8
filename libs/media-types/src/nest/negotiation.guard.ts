import { type CanActivate, createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import type { Request } from 'express';
import { type Offer, offersOf, type RecordMediaType } from '../negotiation/media-type';
import { negotiate } from '../negotiation/negotiate';
import { PRODUCTION, type Production } from './production';
import { REPRESENTATION_OPTIONS, type RepresentationOptions } from './representation-options';
import { callbackOf, isJsonpRefused } from './requested-type';

interface Negotiated {
  chosen: Offer<RecordMediaType>;
  all: readonly Offer<RecordMediaType>[];
}

const REMEMBERED_HEADERS = 100;

const negotiated = new WeakMap<Request, Negotiated>();

function negotiatedFor(request: Request): Negotiated {
  const outcome = negotiated.get(request);
  if (!outcome) throw new Error('the representation is known on routes with @Produces() only');
  return outcome;
}

/** The representation the guard settled on. */
export function offerOf(request: Request): Offer<RecordMediaType> {
  return negotiatedFor(request).chosen;
}

/** Every representation the client could have had. */
export function offersFor(request: Request): readonly Offer<RecordMediaType>[] {
  return negotiatedFor(request).all;
}

/** The type the answer will have, for results that depend on it. */
export const NegotiatedType = createParamDecorator(
  (_data: unknown, context: ExecutionContext): RecordMediaType =>
    offerOf(context.switchToHttp().getRequest<Request>()).type,
);

/** Chooses the representation on routes with `@Produces()`, before anything is done for the request. */
@Injectable()
export class NegotiationGuard implements CanActivate {
  /** By what is offered and requested; clients of one kind send the same header every time. */
  private readonly outcomes = new WeakMap<readonly RecordMediaType[], Map<string | undefined, Negotiated>>();

  constructor(
    private readonly reflector: Reflector,
    @Inject(REPRESENTATION_OPTIONS) private readonly options: RepresentationOptions,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const production = this.reflector.get<Production | undefined>(PRODUCTION, context.getHandler());
    if (!production) return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (isJsonpRefused(request)) throw jsonpRefused();
    if (callbackOf(request) === null) throw this.unusableCallback();
    negotiated.set(request, this.negotiate(production.types, request.headers.accept));
    return true;
  }

  private negotiate(types: readonly RecordMediaType[], accept: string | undefined): Negotiated {
    const outcomes = this.outcomes.get(types) ?? new Map<string | undefined, Negotiated>();
    this.outcomes.set(types, outcomes);
    const known = outcomes.get(accept);
    if (known) return known;
    const all = offersOf(types, this.options.vendorTokens);
    const chosen = negotiate(accept, all);
    if (!chosen) throw notAcceptable(all);
    if (outcomes.size >= REMEMBERED_HEADERS) outcomes.clear();
    outcomes.set(accept, { chosen, all });
    return { chosen, all };
  }

  private unusableCallback(): ApiError {
    const { jsonpParameter } = this.options;
    return new ApiError(
      MonitoringError.invalid_callback,
      `Parameter ${jsonpParameter} must be the name of a JavaScript function: letters, digits, "_", "$" and ".", not beginning with a digit or a dot`,
    );
  }
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
