import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { sortValues } from './query-values';

/** Documents a query parameter of text. */
export function ApiTextQuery(name: string, description: string, values?: readonly string[]): MethodDecorator {
  return ApiQuery({
    name,
    description,
    required: false,
    schema: { type: 'string', ...(values && { enum: [...values] }) },
  });
}

/** Documents a query parameter that is a whole number; bad ones are refused. */
export function ApiIntegerQuery(name: string, description: string): MethodDecorator {
  return applyDecorators(
    ApiQuery({ name, description, required: false, schema: { type: 'integer', format: 'int64' } }),
    ApiErrors(MonitoringError.invalid_query),
  );
}

/** Documents a query parameter that is a time; see `timeOf`. */
export function ApiTimeQuery(name: string, description: string): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name,
      description: `${description}. In ms since the epoch, or in ISO 8601 (UTC unless it names a zone)`,
      required: false,
      schema: {
        anyOf: [
          { type: 'integer', format: 'int64' },
          { type: 'string', format: 'date-time' },
        ],
      },
    }),
    ApiErrors(MonitoringError.invalid_query),
  );
}

export function ApiFlagQuery(name: string, description: string, fallback = false): MethodDecorator {
  return ApiQuery({ name, description, required: false, schema: { type: 'boolean', default: fallback } });
}

/** Documents the order of a list; see `sortOf`. */
export function ApiSortQuery(fields: readonly string[], fallback: string): MethodDecorator {
  return applyDecorators(
    ApiTextQuery('sort', `Order of the list, ${fallback} by default; a field alone is ascending`, sortValues(fields)),
    ApiErrors(MonitoringError.invalid_query),
  );
}

/** Documents the paging of a list by `ps` and `page`. See rule http-10. */
export function ApiPaging(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'ps',
      description: 'Rows of a page; more than 1000 count as 1000',
      required: false,
      schema: { type: 'integer', minimum: 1, default: 20 },
    }),
    ApiQuery({
      name: 'page',
      description: 'Number of the page, from 0',
      required: false,
      schema: { type: 'integer', minimum: 0, default: 0 },
    }),
    ApiErrors(MonitoringError.invalid_query),
  );
}
