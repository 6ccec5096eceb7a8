import type { ServerResponse } from 'node:http';
import { entityTag } from '@wardstone/preconditions';
import { renderJson } from '../render/render-json';
import type { ResultKind } from '../record/result-kind';
import type { Answer } from './answer';
import { DEFAULT_CACHE_CONTROL } from './production';

const JSON_TYPE = 'application/json';

/**
 * Returns a GET for one record as a handler with `@Produces()` would when the client takes JSON, for handlers before the
 * framework. Whether the client has the record already is not looked at.
 */
export function answerInJson(response: ServerResponse, { value, parts }: Answer, kind: ResultKind): void {
  const body = renderJson(kind, value);
  response.setHeader('Vary', 'Accept');
  response.setHeader('Cache-Control', DEFAULT_CACHE_CONTROL);
  for (const [name, header] of Object.entries(parts.headers ?? {})) response.setHeader(name, header);
  response.setHeader('Content-Type', JSON_TYPE);
  response.setHeader('ETag', entityTag(JSON_TYPE, body));
  end(response, body);
}

/** The same of a write that returns its outcome. */
export function answerWriteInJson(response: ServerResponse, value: unknown, kind: ResultKind): void {
  const body = renderJson(kind, value);
  response.setHeader('Vary', 'Accept');
  response.setHeader('Content-Type', JSON_TYPE);
  end(response, body);
}

function end(response: ServerResponse, body: string): void {
  response.statusCode = 200;
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
