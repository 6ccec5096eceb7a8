import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, type ApiParamOptions, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ERROR_TYPE_PATTERN } from '@wardstone/errors';
import { CatalogueBody, ErrorDescriptionBody } from '@wardstone/dto/error-registry';

const BASE = 'https://wardstone.example/api/v1/error';

export const ERROR_TYPE_PARAMETER: ApiParamOptions = {
  name: 'error_type',
  description: 'The error type, as in the header `X-Error-Type`',
  schema: { type: 'string', pattern: ERROR_TYPE_PATTERN.source, example: 'not_found' },
};

export const LANGUAGE_PARAMETER: ApiParamOptions = {
  name: 'lang',
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

function explanation(): Record<string, object> {
  const json = { schema: { $ref: getSchemaPath(ErrorDescriptionBody) }, example: EXAMPLE };
  return { 'application/json': json };
}

/** Documents the headers of content negotiation. */
export function ApiNegotiation({ hasLanguages }: { hasLanguages: boolean }): MethodDecorator {
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

/** Documents that a write can be made to depend on the version that was read. */
export function ApiPreconditions(): MethodDecorator {
  return ApiHeader({
    name: 'If-Match',
    description: 'Entity tag of any representation of the error type, or `*`: write only if it is current',
    schema: { type: 'string' },
    example: '"47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU"',
  });
}

/** Documents an answer that is the explanation of an error type. */
export function ApiExplanation({
  status,
  description,
  isPage = false,
}: {
  status: 200 | 201;
  description: string;
  isPage?: boolean;
}): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(ErrorDescriptionBody),
    ApiResponse({
      status,
      description,
      headers: {
        ...CACHING,
        ...(status === 201 && { Location: header('Address of the error type', `${BASE}/method_not_allowed`) }),
      },
      content: { ...explanation(), ...(isPage && { 'text/html': PAGE }) },
    }),
  );
}

/** Documents an answer that is one page of the catalogue. */
export function ApiCatalogue(): MethodDecorator {
  const example = {
    data: [EXAMPLE],
    meta: { total: 1, limit: 20, offset: 0 },
    links: { first: '/api/v1/error?limit=20&offset=0', last: '/api/v1/error?limit=20&offset=0' },
  };
  return applyDecorators(
    ApiExtraModels(CatalogueBody),
    ApiResponse({
      status: 200,
      description: 'Error types, texts in English',
      headers: CACHING,
      content: {
        'application/json': { schema: { $ref: getSchemaPath(CatalogueBody) }, example },
        'text/html': PAGE,
      },
    }),
  );
}
