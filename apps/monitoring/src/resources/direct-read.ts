import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Authenticator } from '@wardstone/auth';
import { hasBody, labelRoute } from '@wardstone/bootstrap';
import type { FrontHandler } from '@wardstone/bootstrap';
import { answerInJson, one } from '@wardstone/media-types';
import type { Answer } from '@wardstone/media-types';
import { acceptsJson } from '../http/accepts-json';
import { parsePathId } from '../http/path-id';
import type { KnownUsers } from '../users/known-users';
import { ResourceReadsService } from './resource-reads.service';
import { RESOURCE } from './resource.shape';
import type { ResourceWithType } from './resource.shape';

const PATH = '/rest/resource/';
const ROUTE = '/rest/resource/:id';
const KIND = one(RESOURCE);
/** A client that names one of these asks for more than the record. */
const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'range'];

/**
 * Answers the plain reading of one resource in JSON before the framework sees the request, which would take twice as long
 * for it as all the rest. Only what is to be answered with 200 is answered here; whatever else is the case, the request
 * goes on to the framework as if nobody had looked at it.
 */
@Injectable()
export class DirectRead {
  constructor(
    @Inject(Authenticator) private readonly authenticator: Authenticator,
    @Inject(ResourceReadsService) private readonly resources: ResourceReadsService,
  ) {}

  /** A handler before the framework, for a service with these headers in every answer. */
  handler(users: KnownUsers, headers: Readonly<Record<string, string>>): FrontHandler {
    const names = Object.entries(headers);
    return (request, response, next) => {
      const id = plainlyAskedFor(request);
      if (id === undefined) {
        next();
        return;
      }
      this.read(id, request, users).then(
        (answer) => (answer ? send(answer, request, response, names) : next()),
        // What went wrong goes wrong there again, and is told there.
        () => next(),
      );
    };
  }

  private async read(
    id: number,
    request: IncomingMessage,
    users: KnownUsers,
  ): Promise<Answer<ResourceWithType> | undefined> {
    const caller = await this.authenticator.authenticate(request);
    if (caller.systemCn !== undefined) return undefined;
    await users.record(caller);
    return this.resources.read(id, caller);
  }
}

/** The id of the resource, when nothing about the request is out of the ordinary. */
function plainlyAskedFor(request: IncomingMessage): number | undefined {
  const { method, url = '', headers } = request;
  if (method !== 'GET' || !url.startsWith(PATH) || !acceptsJson(headers) || hasBody(request)) return undefined;
  if (CONDITIONS.some((name) => headers[name] !== undefined)) return undefined;
  return parsePathId(url.slice(PATH.length));
}

function send(
  answer: Answer<ResourceWithType>,
  request: IncomingMessage,
  response: ServerResponse,
  headers: readonly [string, string][],
): void {
  labelRoute(request, ROUTE);
  for (const [name, value] of headers) response.setHeader(name, value);
  answerInJson(response, answer, KIND);
}
