import { HttpCode, applyDecorators, createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { BodyLimit } from '@wardstone/bootstrap';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import type { Request } from 'express';
import { OfAgent } from './of-agent.decorator';

/** See rule agents-1; of the decompressed body. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** A report of an agent: JSON, checked item by item by what takes it in. */
export const ReportBody = createParamDecorator((_: unknown, context: ExecutionContext): unknown => {
  const body: unknown = context.switchToHttp().getRequest<Request>().body;
  return body;
});

/** The operation takes a report of the agent that its path names; many items of it may be refused while the others are stored. */
export function TakesReport(description: string, example: object): MethodDecorator {
  return applyDecorators(
    OfAgent(),
    HttpCode(200),
    BodyLimit(MOST_BYTES),
    ApiConsumes('application/json'),
    ApiBody({
      description,
      required: true,
      schema: { type: 'object', required: ['reportId'], properties: { reportId: { type: 'string' } }, example },
    }),
    ApiErrors(MonitoringError.invalid_content, CommonError.unsupported_media_type, CommonError.payload_too_large),
  );
}
