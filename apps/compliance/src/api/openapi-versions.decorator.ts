import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { FilterQuery } from '@wardstone/dto/compliance';
import { ApiErrors, ComplianceError } from '@wardstone/errors';
import { MEDIA_TYPE } from './compliance-controller.decorator';
import { ApiQueryOf } from './openapi.decorators';

/**
 * Documents a bare array of distinct versions, which takes nothing but a filter.
 *
 * @param of what is filtered, e.g. "systems"
 */
export function ApiVersions(
  operationId: string,
  summary: string,
  of: string,
  { filterExample, example }: { filterExample: string; example: readonly string[] | readonly number[] },
): MethodDecorator {
  const type = typeof example[0] === 'number' ? ('integer' as const) : ('string' as const);
  return applyDecorators(
    ApiOperation({ operationId, summary }),
    ApiQueryOf(FilterQuery, {
      filter: { description: `Condition on the ${of}, as in their list`, type: 'string', example: filterExample },
    }),
    ApiResponse({
      status: 200,
      description: 'Distinct versions, ascending by their numbers',
      content: { [MEDIA_TYPE]: { schema: { type: 'array', items: { type }, example: [...example] } } },
    }),
    ApiErrors(ComplianceError.invalid_query_string, ComplianceError.invalid_parameter, ComplianceError.invalid_filter),
  );
}
