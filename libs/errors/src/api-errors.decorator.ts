import { applyDecorators } from '@nestjs/common';
import { ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { ErrorType } from './error-type';

const HEADERS = {
  'X-Error-Type': {
    description: 'The error type; GET /api/v1/error/{type} explains it',
    schema: { type: 'string' as const },
  },
  Link: { description: 'Address of the explanation, rel="help"', schema: { type: 'string' as const } },
};

/** Documents the error types of an operation: one response per status, and `x-error-types` for programs. */
export function ApiErrors(...kinds: ErrorType[]): MethodDecorator & ClassDecorator {
  const byStatus = new Map<number, ErrorType[]>();
  for (const kind of kinds) byStatus.set(kind.status, [...(byStatus.get(kind.status) ?? []), kind]);
  const responses = [...byStatus].map(([status, types]) =>
    ApiResponse({
      status,
      description: types.map((kind) => `\`${kind.type}\`: ${kind.description}`).join('\n\n'),
      headers: HEADERS,
    }),
  );
  return applyDecorators(
    ...responses,
    ApiExtension(
      'x-error-types',
      kinds.map((kind) => kind.type),
    ),
  );
}
