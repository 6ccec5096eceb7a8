import { applyDecorators } from '@nestjs/common';
import { ApiQuery, ApiResponse, type OpenAPIObject } from '@nestjs/swagger';
import { mediaTypeName, type MediaType } from '../negotiation/media-type';
import { type JsonSchema, resultSchema, wrappedSchema } from '../record/json-schema';
import { NOTHING_INCLUDED, selectFields } from '../record/fields-on-request';
import { getItems } from '../record/result-kind';
import { PageTools } from '../render/page-tools';
import { resultMarkup } from '../render/render-html';
import { renderJson, renderWrappedJson } from '../render/render-json';
import { renderPlain } from '../render/render-plain';
import { renderXml } from '../render/render-xml';
import { DEFAULT_CACHE_CONTROL, INCLUDE_PARAMETER, type Production, type RepresentationOptions } from './production';

/** Vendor token of documents before the settings are known; see `nameSettings`. */
const DEFAULT_VENDOR_TOKEN = 'vendor';
export const DEFAULT_JSONP_PARAMETER = 'jsonp';

const EXAMPLE_URL = 'http://localhost:8080/rest/example';
const EXAMPLE_PAGE = new PageTools({
  productName: 'Wardstone',
  publicBaseUrl: 'http://localhost:8080',
  basePath: '/rest',
  addresses: { isServed: () => true, isRouted: () => true, takesSuffix: () => true, hasPage: () => true },
  consolePageOf: () => '/console/',
});

const text = (description: string): { schema: { type: string; description: string } } => ({
  schema: { type: 'string', description },
});

/** The body of a redirect is only the location, as in `HandlerResponse.text`. */
const isRedirect = (status: number): boolean => status >= 300 && status < 400;

/** Documents the response of an operation in every media type, with examples produced by the renderers. */
export function documentRepresentations(production: Production): MethodDecorator {
  const {
    types,
    kind,
    title,
    otherStatuses = {},
    gzip = false,
    status = 200,
    cacheControl = DEFAULT_CACHE_CONTROL,
    fieldsOnRequest,
  } = production;
  const content: Record<string, object> = isRedirect(status)
    ? { 'text/plain': text('The new location') }
    : Object.fromEntries(
        types.map((type) => [mediaTypeName(type, [DEFAULT_VENDOR_TOKEN]), getMediaType(type, production)]),
      );
  const vary = gzip ? 'Accept, Accept-Encoding' : 'Accept';
  // Tables are streamed, so they have no entity tag.
  const isTagged = kind.form !== 'table';
  const validator = { description: 'Strong validator of this representation', ...text('Quoted') };
  return applyDecorators(
    ApiResponse({
      status,
      description: gzip ? `${title}. May be compressed with gzip.` : title,
      headers: {
        ...(isTagged && { ETag: validator }),
        'Cache-Control': { description: 'Caching of the representation', ...text(cacheControl) },
        Vary: { description: 'Request headers the representation depends on', ...text(vary) },
        'X-Ignored-Parameters': {
          description: 'Unknown query parameters that were ignored',
          ...text('Comma-separated list'),
        },
      },
      content,
    }),
    ...Object.entries(otherStatuses).map(([other, description]) =>
      ApiResponse({
        status: Number(other),
        description,
        content,
      }),
    ),
    ...(isTagged
      ? [
          ApiResponse({
            status: 304,
            description: 'Unchanged: If-None-Match names the current validator',
            headers: { ETag: validator },
          }),
        ]
      : []),
    ...(fieldsOnRequest.length > 0
      ? [
          ApiQuery({
            name: INCLUDE_PARAMETER,
            required: false,
            description: 'Additional fields to include in the response, separated by commas',
            schema: { type: 'array', items: { type: 'string', enum: [...fieldsOnRequest] } },
            explode: false,
          }),
        ]
      : []),
    ...(types.includes('json')
      ? [
          ApiQuery({
            name: DEFAULT_JSONP_PARAMETER,
            required: false,
            description:
              'Name of a JavaScript function: the response is a script that calls it with the JSON body (JSONP); 406 unless the setting JSONP is on',
            schema: { type: 'string', pattern: '^[A-Za-z_$][A-Za-z0-9_$.]*$' },
          }),
        ]
      : []),
  );
}

function getMediaType(
  type: MediaType,
  { kind, example: whole, csvExample }: Production,
): { schema: JsonSchema; example: unknown } {
  const example = kind.form === 'table' || type === 'html' ? whole : selectFields(kind, whole, NOTHING_INCLUDED);
  if (type === 'csv' || kind.form === 'table') {
    return {
      schema: { type: 'string', description: 'Rows of cells (RFC 4180), the first with the names of the columns' },
      example: csvExample ?? example,
    };
  }
  switch (type) {
    case 'json':
      return { schema: resultSchema(kind), example: JSON.parse(renderJson(kind, example)) as unknown };
    case 'wrapped': {
      const links = getItems(kind, example) ? [{ rel: 'current' as const, href: EXAMPLE_URL }] : [];
      return { schema: wrappedSchema(kind), example: JSON.parse(renderWrappedJson(kind, example, links)) as unknown };
    }
    case 'xml':
      return { schema: { type: 'string', description: 'The same in XML' }, example: renderXml(kind, example) };
    case 'html':
      return {
        schema: { type: 'string', description: 'HTML page; the example is its main part' },
        example: resultMarkup(kind, example, EXAMPLE_PAGE).html,
      };
    case 'plain':
      return {
        schema: { type: 'string', description: 'The same as lines of text' },
        example: renderPlain(kind, example),
      };
  }
}

type DocumentedSettings = Pick<RepresentationOptions, 'vendorTokens' | 'jsonpParameter' | 'servesJsonp'>;

/**
 * Replaces the default vendor token and JSONP parameter in the document with those of the settings, and removes what
 * only applies to reads (304, JSONP) from other operations, because decorators do not know the method.
 */
export function nameSettings(
  document: OpenAPIObject,
  { vendorTokens, jsonpParameter, servesJsonp }: DocumentedSettings,
): OpenAPIObject {
  forgetReadsOnWrites(document);
  if (servesJsonp) documentScripts(document);
  const given = mediaTypeName('wrapped', [DEFAULT_VENDOR_TOKEN]);
  const wanted = mediaTypeName('wrapped', vendorTokens);
  // Serialising the document takes half a second, for which the first request of a service waits.
  if (wanted === given && jsonpParameter === DEFAULT_JSONP_PARAMETER) return document;
  const named = JSON.stringify(document).replaceAll(`"${given}":`, `"${wanted}":`);
  return JSON.parse(named, (_key, value: unknown) => {
    const isParameter = typeof value === 'object' && value !== null && 'in' in value && 'name' in value;
    return isParameter && value.name === DEFAULT_JSONP_PARAMETER ? { ...value, name: jsonpParameter } : value;
  }) as OpenAPIObject;
}

function forgetReadsOnWrites(document: OpenAPIObject): void {
  for (const { put, post, patch, delete: remove } of Object.values(document.paths)) {
    for (const operation of [put, post, patch, remove]) {
      if (!operation) continue;
      delete operation.responses['304'];
      operation.parameters = (operation.parameters ?? []).filter(
        (parameter) => !('name' in parameter && parameter.name === DEFAULT_JSONP_PARAMETER),
      );
    }
  }
}

/** Documents that a read returns all of its JSON, errors included, as a script, too. */
function documentScripts(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) {
    const takesCallback = get?.parameters?.some(
      (parameter) => 'name' in parameter && parameter.name === DEFAULT_JSONP_PARAMETER,
    );
    if (!takesCallback) continue;
    for (const response of Object.values(get!.responses)) {
      if (!response || !('content' in response) || !response.content?.['application/json']) continue;
      response.content['application/javascript'] = text('A call of the function that the request names, with the JSON');
    }
  }
}

/** A parameter decorator of a handler that also documents the parameter. */
export function documentedParameter(
  parameter: ParameterDecorator,
  ...documentation: readonly MethodDecorator[]
): ParameterDecorator {
  return (target, key, index) => {
    parameter(target, key, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, key!)!;
    for (const decorate of documentation) decorate(target, key!, descriptor);
  };
}
