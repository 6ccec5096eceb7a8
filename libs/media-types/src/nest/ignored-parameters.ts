import type { IncomingMessage } from 'node:http';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { DECORATORS } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { DEFAULT_JSONP_PARAMETER } from './document-representations';
import { type RepresentationOptions } from './production';

export const IGNORED_PARAMETERS_HEADER = 'X-Ignored-Parameters';

/** Further names are not listed, and longer ones are cut off. */
const MAX_NAMES = 10;
const MAX_NAME_CHARACTERS = 40;
const MORE = '...';

type Handler = ReturnType<ExecutionContext['getHandler']>;

const ignored = new WeakMap<IncomingMessage, readonly string[]>();

/** Names of the ignored query parameters, safe to display. */
export function getIgnoredParameters(request: IncomingMessage): readonly string[] {
  return ignored.get(request) ?? [];
}

/**
 * Reports unknown query parameters, because a misspelt filter would seem effective; known ones are those of the
 * operation's API document. Never refuses a request.
 */
export class IgnoredParametersGuard implements CanActivate {
  private readonly declared = new WeakMap<Handler, ReadonlySet<string>>();

  constructor(
    private readonly reflector: Reflector,
    private readonly options: RepresentationOptions,
  ) {}

  canActivate(context: ExecutionContext): true {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (request.url.includes('?') && request.path.startsWith(this.options.basePath)) {
      this.note(request, http.getResponse<Response>(), context.getHandler());
    }
    return true;
  }

  private note(request: Request, response: Response, handler: Handler): void {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const declared = this.declaredBy(handler, isRead);
    const names = Object.keys(request.query).filter((name) => !declared.has(name));
    if (names.length === 0) return;
    const shown = names.slice(0, MAX_NAMES).map(shortened);
    if (names.length > MAX_NAMES) shown.push(MORE);
    ignored.set(request, shown);
    response.setHeader(IGNORED_PARAMETERS_HEADER, shown.map(headerText).join(', '));
  }

  private declaredBy(handler: Handler, isRead: boolean): ReadonlySet<string> {
    const known = this.declared.get(handler);
    if (known) return known;
    const parameters =
      this.reflector.get<readonly { name: string; in: string }[] | undefined>(DECORATORS.API_PARAMETERS, handler) ?? [];
    const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const declared = new Set(names.filter((name) => name !== DEFAULT_JSONP_PARAMETER));
    if (isRead && declared.size < names.length) declared.add(this.options.jsonpParameter);
    this.declared.set(handler, declared);
    return declared;
  }
}

function shortened(name: string): string {
  const characters = [...name];
  return characters.length > MAX_NAME_CHARACTERS ? characters.slice(0, MAX_NAME_CHARACTERS).join('') + MORE : name;
}

/** Only letters, digits and characters that can neither end a header nor separate two names. */
function headerText(name: string): string {
  return encodeURIComponent(name.toWellFormed());
}
