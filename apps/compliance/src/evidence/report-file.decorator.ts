import { applyDecorators, type Type } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { ApiErrors, CommonError, ComplianceError } from '@wardstone/errors';
import { ApiQueryOf } from '../api/operation.decorators';

interface FileDocs {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly mediaType: string;
  readonly example: string;
  /** Prefix of the file name. */
  readonly name: string;
  readonly extension: string;
  readonly query: Type<object>;
}

/** Documents a file that is made of a report. */
export function ApiReportFile({ operationId, summary, description, query, ...file }: FileDocs): MethodDecorator {
  return applyDecorators(
    ApiOperation({ operationId, summary, ...(description !== undefined && { description }) }),
    ApiQueryOf(query, {}),
    ApiResponse({
      status: 200,
      description: 'The file',
      headers: {
        'Content-Disposition': {
          description: 'Name of the file',
          schema: { type: 'string' },
          example: `attachment; filename="${file.name}-6e3b1c2a-5d0f-4b8e-9a41-0c7d2f9b6a10-2026-05-26.${file.extension}"`,
        },
      },
      content: {
        [file.mediaType.split(';')[0]!]: { schema: { type: 'string', format: 'binary' }, example: file.example },
      },
    }),
    ApiErrors(ComplianceError.system_not_found, CommonError.too_many_heavy_requests),
  );
}
