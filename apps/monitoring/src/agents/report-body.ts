import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { limitedBody } from '@wardstone/bootstrap';
import { type DtoClass, getDto } from '@wardstone/dto';
import type { AgentReport } from '@wardstone/dto/monitoring';
import { ApiErrors } from '@wardstone/errors';
import { documentedParameter, sentRecordSchema } from '@wardstone/media-types';
import type { Request } from 'express';
import { reportReader } from './reports/report-reader';

/** See rule agents-1. */
export const REPORT_LIMIT = { bytes: 8 * 1024 * 1024, values: 200_000 };

/** Reads the body as a report of this class, which the service validates; the parameter is a `SentReport<T>`. */
export function ReportBody<T extends AgentReport>(dto: DtoClass<T>, example: T): ParameterDecorator {
  return documentedParameter(
    ParsedBody({ transform: reportReader(dto) }),
    ApiConsumes('application/json'),
    ApiBody({
      description: getDto(dto).description,
      required: true,
      schema: { ...sentRecordSchema(dto), example } as object,
    }),
    ApiErrors(
      'invalid_content',
      'unsupported_media_type',
      'payload_too_large',
      'too_much_in_progress',
      'too_many_heavy_requests',
    ),
    limitedBody(REPORT_LIMIT),
  );
}

const ParsedBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown => context.switchToHttp().getRequest<Request>().body as unknown,
);
