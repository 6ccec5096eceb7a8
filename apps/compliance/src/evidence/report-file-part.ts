import { applyDecorators, type Type } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { type Part } from '@wardstone/bootstrap';
import { ApiErrors } from '@wardstone/errors';
import { queryDocs } from '../api/operation-parts';

interface FileDocs {
  readonly mediaType: string;
  readonly example: string;
  /** Prefix of the file name. */
  readonly name: string;
  readonly extension: string;
  readonly query: Type<object>;
}

/** Declares a file generated from a report. */
export function reportFile({ query, ...file }: FileDocs): Part {
  return applyDecorators(
    queryDocs(query),
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
    ApiErrors('system_not_found', 'too_many_heavy_requests'),
  );
}
