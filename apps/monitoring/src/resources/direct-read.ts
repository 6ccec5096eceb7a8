import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { hasBody } from '@wardstone/bootstrap';
import { ResourceWithType } from '@wardstone/dto/monitoring';
import { answerInJson, one } from '@wardstone/media-types';
import { acceptsJson } from '../api/accepts-json';
import type { DirectOperation, DirectWork } from '../api/answer-directly';
import { parsePathId } from '../api/path-id';
import { ResourceReadsService } from './resource-reads.service';
import { RESOURCE_PAGE } from './resource.page';

const PATH = '/rest/resource/';
const KIND = one(ResourceWithType, RESOURCE_PAGE);
/** A client that names one of these wants more than the record. */
const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'range'];

/** Returns one resource in JSON, for which the framework would take twice as long as all the rest. */
@Injectable()
export class DirectRead implements DirectOperation {
  readonly route = '/rest/resource/:id';
  readonly access = { kind: 'authenticated' } as const;

  constructor(private readonly resources: ResourceReadsService) {}

  workFor(request: IncomingMessage): DirectWork | undefined {
    const id = plainlyAskedFor(request);
    if (id === undefined) return undefined;
    return async (caller) => {
      const answer = await this.resources.read(id, caller);
      return (response) => answerInJson(response, answer, KIND);
    };
  }
}

/** The id of the resource, when nothing about the request is out of the ordinary. */
function plainlyAskedFor(request: IncomingMessage): number | undefined {
  const { method, url = '', headers } = request;
  if (method !== 'GET' || !url.startsWith(PATH) || !acceptsJson(headers) || hasBody(request)) return undefined;
  if (CONDITIONS.some((name) => headers[name] !== undefined)) return undefined;
  return parsePathId(url.slice(PATH.length));
}
