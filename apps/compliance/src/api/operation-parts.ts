import { applyDecorators, Controller, Header, HttpCode, type Type, UseInterceptors } from '@nestjs/common';
import {
  ApiConsumes,
  ApiExtraModels,
  ApiProduces,
  ApiPropertyOptional,
  type ApiPropertyOptions,
  ApiQuery,
  ApiResponse,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { type Part } from '@wardstone/bootstrap';
import { getFields } from '@wardstone/dto';
import { FilterQuery, ListQuery, TaggedListQuery } from '@wardstone/dto/compliance';
import { ApiErrors } from '@wardstone/errors';
import { type FilterFields, type Operator } from '@wardstone/filter-query';
import { RecordInterceptor } from './envelope';
import { ApiPathIds, type PathIds } from './path-ids';

/** Media type of every JSON response (rule compliance-1); the Accept header is ignored. */
export const MEDIA_TYPE = 'application/vnd.api+json';

/**
 * A controller whose responses are JSON in the contract's media type. `path` is relative to the setting BASE_PATH.
 * @param ids replace the usual documentation of ids in its paths
 */
export function ComplianceController(path: string, tag: string = path, ids?: PathIds): ClassDecorator {
  return applyDecorators(Controller(path), inMediaType, ApiTags(tag), ApiProduces(MEDIA_TYPE), ApiPathIds(ids));
}

/** Errors and files have their own types. */
const inMediaType: ClassDecorator = ({ prototype }) => {
  const { constructor: _, ...handlers } = Object.getOwnPropertyDescriptors(prototype as object);
  for (const [name, handler] of Object.entries(handlers)) {
    Header('Content-Type', `${MEDIA_TYPE}; charset=utf-8`)(prototype as object, name, handler);
  }
};

interface PageDocs {
  /** Columns of `sort_by`. */
  sort: readonly string[];
  /** Attributes of `filter`, with their operators if these exceed `=`, `!=` and `<>`. */
  filter: readonly string[] | FilterFields;
  filterExample: string;
  query?: Type<ListQuery>;
}

/** A page of a list with filter and sort order (rules compliance-3 to compliance-5). */
export function page(record: Type, { sort, filter, filterExample, query = ListQuery }: PageDocs): Part {
  return applyDecorators(
    ApiExtraModels(record),
    queryDocs(query, {
      sort_by: sortedBy(sort),
      filter: {
        description: `${toDescription('filter')}. Attributes: ${attributes(filter)}`,
        type: 'string',
        example: filterExample,
      },
    }),
    ApiResponse({
      status: 200,
      description: 'One page of the list',
      content: { [MEDIA_TYPE]: { schema: listSchema(record, query) } },
    }),
    ApiErrors('invalid_filter', 'invalid_sort'),
  );
}

/** A page of a list with a fixed order. */
export function orderedPage(record: Type, query: Type): Part {
  return applyDecorators(
    ApiExtraModels(record),
    ApiQuery({ type: query }),
    ApiResponse({
      status: 200,
      description: 'One page of the list',
      content: { [MEDIA_TYPE]: { schema: listSchema(record) } },
    }),
  );
}

/** Documents the query parameters of a class; `over` replaces the documentation of some. */
export function queryDocs(query: Type, over: Readonly<Record<string, ApiPropertyOptions>> = {}): Part {
  class Documented extends query {}
  for (const [name, options] of Object.entries(over)) ApiPropertyOptional(options)(Documented.prototype, name);
  return ApiQuery({ type: Documented });
}

/** The sort order of a list. */
export const sortedBy = (columns: readonly string[]): ApiPropertyOptions => ({
  description: `${toDescription('sort_by')}. Columns: ${listed(columns)}`,
  type: 'array',
  items: { type: 'string', enum: columns.flatMap((column) => [column, `${column}:asc`, `${column}:desc`]) },
  example: [columns[0]],
});

/** A record in its envelope. */
export function record(type: Type): Part {
  return applyDecorators(
    UseInterceptors(RecordInterceptor),
    ApiExtraModels(type),
    ApiResponse({ status: 200, description: 'The record', content: recordContent(type) }),
  );
}

interface WriteDocs {
  /** Another status, if the operation may also create. */
  orStatus?: WriteStatus;
  /** Media types of the body, if not JSON. */
  consumes?: readonly string[];
  /** Type of `meta` in the response. */
  meta?: Type;
}

const JSON_TYPES = [MEDIA_TYPE, 'application/json'];

type WriteStatus = 200 | 201 | 202;

const LOCATION = '/api/compliance/v2/policies/6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10';

const DESCRIPTIONS = {
  200: 'The record as it is stored',
  201: 'The new record',
  202: 'The changed record',
} as const;

/** The created, changed or deleted record in its envelope. The contract requires 202 although the work is done. */
export function written(
  status: WriteStatus,
  type: Type,
  { orStatus, consumes = JSON_TYPES, meta }: WriteDocs = {},
): Part {
  const address = { type: 'string' as const, example: LOCATION };
  const location = { Location: { description: 'URL of the new record', schema: address } };
  const responses = [status, ...(orStatus === undefined ? [] : [orStatus])].map((code) =>
    ApiResponse({
      status: code,
      description: DESCRIPTIONS[code],
      content: recordContent(type, meta),
      ...(code === 201 ? { headers: location } : {}),
    }),
  );
  return applyDecorators(
    HttpCode(status),
    UseInterceptors(RecordInterceptor),
    ApiConsumes(...consumes),
    ApiExtraModels(type, ...(meta ? [meta] : [])),
    ...responses,
  );
}

/** Returns the first page of the list after a write. */
export function writtenPage(type: Type): Part {
  return applyDecorators(
    HttpCode(202),
    ApiConsumes(...JSON_TYPES),
    ApiExtraModels(type),
    ApiResponse({
      status: 202,
      description: 'First page of the resulting list',
      content: { [MEDIA_TYPE]: { schema: listSchema(type) } },
    }),
  );
}

export function recordContent(record: Type, meta?: Type) {
  return {
    [MEDIA_TYPE]: {
      schema: {
        type: 'object',
        required: ['data', ...(meta ? ['meta'] : [])],
        properties: {
          data: { $ref: getSchemaPath(record) },
          ...(meta ? { meta: { $ref: getSchemaPath(meta) } } : {}),
        },
      },
    },
  };
}

function listSchema(record: Type, query: Type = ListQuery) {
  const hasTags = query === TaggedListQuery;
  const text = (description: string, example: string) => ({ type: 'string', description, example });
  const count = (description: string, example: number) => ({ type: 'integer', minimum: 0, description, example });
  return {
    type: 'object',
    required: ['data', 'meta', 'links'],
    properties: {
      data: {
        type: 'array',
        maxItems: 100,
        description: 'The items; with `ids_only` each has its `id` alone',
        items: { anyOf: [{ $ref: getSchemaPath(record) }, ONLY_ID] },
      },
      meta: {
        type: 'object',
        description: 'Tailoring that was applied',
        required: ['total', ...(hasTags ? ['tags'] : []), 'limit', 'offset'],
        properties: {
          total: count('Matching items before limit and offset', 1),
          filter: text('The applied filter; absent without one', 'title = Baseline'),
          ...(hasTags ? { tags: TAGS_AS_GIVEN } : {}),
          limit: count('Page size', 10),
          offset: count('Items skipped', 0),
          sort_by: text('The applied columns, joined by commas; absent without them', 'title:desc'),
        },
      },
      links: {
        type: 'object',
        description: 'Relative URLs of other pages; `next` and `previous` are absent if there is none',
        required: ['first', 'last'],
        properties: {
          first: text('First page', '/api/compliance/v2/policies?limit=10&offset=0'),
          last: text('Last page', '/api/compliance/v2/policies?limit=10&offset=20'),
          previous: text('Previous page', '/api/compliance/v2/policies?limit=10&offset=0'),
          next: text('Next page', '/api/compliance/v2/policies?limit=10&offset=20'),
        },
      },
    },
  };
}

const ONLY_ID = {
  type: 'object',
  description: 'With `ids_only`',
  required: ['id'],
  additionalProperties: false,
  properties: {
    id: {
      type: 'string',
      format: 'uuid',
      description: 'Id of the item',
      example: '0d5a4a1f-6c3b-4f0e-9e58-2f1f5a0c8e17',
    },
  },
};

const TAGS_AS_GIVEN = {
  type: 'array',
  items: { type: 'string' },
  example: ['ops/stage=production'],
  description: 'The applied tags',
};

const toDescription = (parameter: string): string => new Map(getFields(ListQuery)).get(parameter)!.description;

const listed = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

const SIGNS: Readonly<Record<Operator, string>> = {
  eq: '=',
  ne: '!=',
  like: '~',
  unlike: '!~',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  in: '^',
  notin: '!^',
};

function attributes(filter: readonly string[] | FilterFields): string {
  if (Array.isArray(filter)) return listed(filter as readonly string[]);
  return Object.entries(filter as FilterFields)
    .map(([name, { operators }]) => `\`${name}\` (${listed(operators.map((operator) => SIGNS[operator]))})`)
    .join(', ');
}

/**
 * An array of distinct versions without envelope; only a filter is accepted.
 * @param of records that are filtered, e.g. "systems"
 */
export function versions(
  of: string,
  { filterExample, example }: { filterExample: string; example: readonly string[] | readonly number[] },
): Part {
  const type = typeof example[0] === 'number' ? ('integer' as const) : ('string' as const);
  return applyDecorators(
    queryDocs(FilterQuery, {
      filter: { description: `Condition on the ${of}, as in their list`, type: 'string', example: filterExample },
    }),
    ApiResponse({
      status: 200,
      description: 'Distinct versions, ascending by their numbers',
      content: { [MEDIA_TYPE]: { schema: { type: 'array', items: { type }, example: [...example] } } },
    }),
    ApiErrors('invalid_filter'),
  );
}
