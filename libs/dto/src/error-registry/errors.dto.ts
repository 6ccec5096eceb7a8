import { ERROR_TYPE_PATTERN, type ErrorOwner } from '@wardstone/errors';
import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';
import { Field } from '../fields';

export const OWNERS: readonly ErrorOwner[] = ['common', 'compliance', 'error-registry', 'gateway', 'monitoring'];

const MAX_TEXT = 2000;
const MAX_ITEMS = 20;
const VERSION = /^\d{1,5}\.\d{1,5}\.\d{1,5}$/;

/** Treats an empty field of a search form as absent. */
const BlankIsAbsent = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value));

const TextsField = (description: string, example: readonly string[]): PropertyDecorator => {
  const field = Field.Array(description, { example, of: 'string', minItems: 1, maxItems: MAX_ITEMS });
  const sizes = Matches(new RegExp(`^(?=[^]*\\S)[^]{1,${MAX_TEXT}}$`), {
    each: true,
    message: `each value in $property must be a string of 1 to ${MAX_TEXT} characters`,
  });
  return (target, name) => {
    sizes(target, name);
    field(target, name);
  };
};

/** A request and its response. */
export class ErrorExampleBody {
  @Field.String('The request, as text', { example: 'GET /api/v1/error/Not-Found', minLength: 1, maxLength: MAX_TEXT })
  request!: string;

  @Field.String('The response, as text', {
    example: 'HTTP/1.1 400 Bad Request\nX-Error-Type: malformed_error_type',
    minLength: 1,
    maxLength: MAX_TEXT,
  })
  response!: string;
}

/** The texts of an error type in one language. */
export class ErrorTextsBody {
  @Field.String('Cause and remedy, 1-3 sentences', {
    example: 'Unknown address.',
    minLength: 1,
    maxLength: MAX_TEXT,
    pattern: /\S/,
  })
  description!: string;

  @TextsField('Likely causes, most likely first', ['The path is misspelt.'])
  causes!: string[];

  @TextsField('Steps to resolve the error', ['Compare the path with the OpenAPI document of the service.'])
  resolution!: string[];
}

/** A custom error type; the response members `type`, `title` and `custom` are ignored. */
export class CustomErrorBody extends ErrorTextsBody {
  @Field.Int('HTTP status of the response', { example: 409, min: 400, max: 599 })
  status!: number;

  @Field.Enum('Service that returns it; `common` for all services, or a service of your own', {
    values: OWNERS,
    name: 'ErrorOwner',
    default: 'common',
  })
  service!: ErrorOwner;

  @Field.Object('A request and its response', { of: () => ErrorExampleBody, optional: true })
  example?: ErrorExampleBody | undefined;

  @Field.String('Version that introduced the type', { example: '0.1.0', default: '0.1.0', pattern: VERSION })
  since!: string;

  @Field.Boolean('No longer returned; kept so that old logs stay readable', { default: false })
  deprecated!: boolean;

  @Field.Array('Related error types; each must exist', {
    example: ['not_found'],
    of: 'string',
    maxItems: MAX_ITEMS,
    default: [],
  })
  related!: string[];
}

/** The explanation of an error type. */
export class ErrorDescriptionBody extends CustomErrorBody {
  @Field.String('Absolute URL of this explanation', {
    example: 'https://wardstone.example/api/v1/error/not_found',
    format: 'uri',
  })
  type!: string;

  @Field.String('The error type itself', { example: 'not_found', pattern: ERROR_TYPE_PATTERN })
  title!: string;

  @Field.Boolean('Created through this API, not by a service of the product', { example: false })
  custom!: boolean;
}

/** Selects a part of the catalogue. */
export class CatalogueQuery {
  @Field.Int('Maximum number of entries', { min: 1, max: 100, default: 20 })
  limit!: number;

  @Field.Int('Number of entries to skip', { min: 0, max: 2 ** 31 - 1, default: 0 })
  offset!: number;

  @Field.Enum('Only types of this owner', { example: 'common', values: OWNERS, optional: true })
  @BlankIsAbsent()
  service?: ErrorOwner;

  @Field.Int('Only types with this HTTP status', { example: 404, min: 400, max: 599, optional: true })
  @BlankIsAbsent()
  status?: number;

  @Field.String('Words that must all occur in title, description or causes; case-insensitive', {
    example: 'token expired',
    maxLength: 200,
    optional: true,
  })
  @BlankIsAbsent()
  q?: string;

  @Field.String(
    'Columns `title`, `status`, `service`, each optionally followed by `:asc` or `:desc`, separated by commas',
    { example: 'status:desc,title', maxLength: 100, optional: true },
  )
  sort_by?: string;
}

export class CatalogueMeta {
  @Field.Int('Matching error types before limit and offset', { example: 42 })
  total!: number;

  @Field.Int('The applied limit', { example: 20 })
  limit!: number;

  @Field.Int('The applied offset', { example: 0 })
  offset!: number;

  @Field.String('The applied sorting', { example: 'status:desc', optional: true })
  sort_by?: string;
}

export class CatalogueLinks {
  @Field.String('First page', { example: '/api/v1/error?limit=20&offset=0' })
  first!: string;

  @Field.String('Last page', { example: '/api/v1/error?limit=20&offset=40' })
  last!: string;

  @Field.String('Page before', { example: '/api/v1/error?limit=20&offset=0', optional: true })
  previous?: string;

  @Field.String('Page after', { example: '/api/v1/error?limit=20&offset=40', optional: true })
  next?: string;
}

/** A page of the catalogue, with English texts. */
export class CatalogueBody {
  @Field.Array('The error types', { of: () => ErrorDescriptionBody })
  data!: ErrorDescriptionBody[];

  @Field.Object('Metadata of the list', { of: () => CatalogueMeta })
  meta!: CatalogueMeta;

  @Field.Object('Relative URLs of other pages', { of: () => CatalogueLinks })
  links!: CatalogueLinks;
}
