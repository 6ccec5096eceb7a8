import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Part, PathParameter } from '@wardstone/bootstrap';
import { ERROR_TYPE_PATTERN } from '@wardstone/errors';
import { CatalogueBody, ErrorDescriptionBody } from '@wardstone/dto/error-registry';

const BASE = 'https://wardstone.example/api/v1/error';

export const ERROR_TYPE_PARAMETER: PathParameter = {
  description: 'The error type, as in the header `X-Error-Type`',
  schema: { type: 'string', pattern: ERROR_TYPE_PATTERN.source, example: 'not_found' },
};

export const LANGUAGE_PARAMETER: PathParameter = {
  description: 'Language of the texts, a BCP 47 tag other than `en`',
  schema: { type: 'string', maxLength: 35, example: 'de' },
};

const header = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const },
  example,
});

const CACHING = {
  ETag: header('Strong entity tag of this representation', '"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"'),
  'Cache-Control': header('Caching of the response', 'private, max-age=300'),
  Vary: header('Request headers the response depends on', 'Accept, Accept-Language'),
  'Content-Language': header('Language of description, causes and resolution', 'en'),
};

const EXAMPLE = {
  type: `${BASE}/method_not_allowed`,
  title: 'method_not_allowed',
  description: 'The address exists, but not for this HTTP method. The Allow header lists the methods that do.',
  status: 405,
  service: 'common',
  causes: ['The wrong HTTP method was used.'],
  resolution: ['Use one of the methods in the Allow header.'],
  since: '0.1.0',
  deprecated: false,
  related: ['not_found'],
  custom: false,
};

const PAGE = {
  schema: { type: 'string' as const, description: 'HTML page' },
  example: '<!doctype html>…',
};

/** Request headers of content negotiation, and 304. */
export function documentNegotiation({ hasLanguages }: { hasLanguages: boolean }): Part {
  return applyDecorators(
    ApiHeader({
      name: 'Accept',
      description: '`application/json` (the default) or `text/html`',
      schema: { type: 'string', default: 'application/json' },
      example: 'application/json',
    }),
    ...(hasLanguages
      ? [
          ApiHeader({
            name: 'Accept-Language',
            description: 'Wanted languages; English when none of them is stored',
            schema: { type: 'string', default: 'en' },
            example: 'de, en;q=0.5',
          }),
        ]
      : []),
    ApiHeader({
      name: 'If-None-Match',
      description: 'Entity tags of the client; 304 if one is current',
      schema: { type: 'string' },
      example: '"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"',
    }),
    ApiResponse({ status: 304, description: 'Not modified', headers: CACHING }),
  );
}

/** Makes a write conditional on the version that was read. */
export const IF_MATCH: Part = ApiHeader({
  name: 'If-Match',
  description: 'Entity tag of any representation of the error type, or `*`: write only if it is current',
  schema: { type: 'string' },
  example: '"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"',
});

/** Returns the explanation of an error type. */
export function explanation(status: 200 | 201, description: string, { isPage = false } = {}): Part {
  return applyDecorators(
    ApiExtraModels(ErrorDescriptionBody),
    ApiResponse({
      status,
      description,
      headers: {
        ...CACHING,
        ...(status === 201 && { Location: header('Address of the error type', `${BASE}/method_not_allowed`) }),
      },
      content: {
        'application/json': { schema: { $ref: getSchemaPath(ErrorDescriptionBody) }, example: EXAMPLE },
        ...(isPage && { 'text/html': PAGE }),
      },
    }),
  );
}

const CATALOGUE_EXAMPLE = {
  data: [EXAMPLE],
  meta: { total: 1, limit: 20, offset: 0 },
  links: { first: '/api/v1/error?limit=20&offset=0', last: '/api/v1/error?limit=20&offset=0' },
};

/** Returns a page of error types. */
export const catalogue: Part = applyDecorators(
  ApiExtraModels(CatalogueBody),
  ApiResponse({
    status: 200,
    description: 'Error types, texts in English',
    headers: CACHING,
    content: {
      'application/json': { schema: { $ref: getSchemaPath(CatalogueBody) }, example: CATALOGUE_EXAMPLE },
      'text/html': PAGE,
    },
  }),
);
