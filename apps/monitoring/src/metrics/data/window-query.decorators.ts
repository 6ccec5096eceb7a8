import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { ApiFlagQuery, ApiTimeQuery } from '../../api/query-docs.decorator';
import { MOST_POINTS } from './window-query';

/** Documents the window of a bucketed read. */
export function ApiWindow(): MethodDecorator {
  return applyDecorators(
    ApiTimeQuery('startTime', 'Beginning of the window; 8 hours before its end when absent or 0'),
    ApiTimeQuery('endTime', 'When the window ends, itself not part of it; now when absent or 0'),
  );
}

/** Documents how the window is split. */
export function ApiBuckets(): MethodDecorator {
  return applyDecorators(
    ApiWindow(),
    ApiQuery({
      name: 'dataPoints',
      required: false,
      description: 'Number of parts of the window',
      schema: { type: 'integer', minimum: 1, maximum: MOST_POINTS, default: 60 },
    }),
    ApiFlagQuery('hideEmpty', 'Leave out parts in which nothing was measured'),
  );
}
