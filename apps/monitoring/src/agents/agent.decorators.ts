import { applyDecorators, createParamDecorator, type ExecutionContext, HttpCode } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam } from '@nestjs/swagger';
import { BodyLimit } from '@wardstone/bootstrap';
import { type DtoClass, dtoOf } from '@wardstone/dto';
import type { AgentReport } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { documentedParameter, sentRecordSchema } from '@wardstone/media-types';
import type { Request } from 'express';
import { reportReader } from './reports/report-reader';
import { RequirePermission } from '@wardstone/auth';

/** An operation of the agent that the path names, for that agent alone. */
export const OfAgent = (): MethodDecorator =>
  applyDecorators(
    RequirePermission('REPORT_AS_AGENT'),
    ApiParam({ name: 'name', description: 'Name of the agent', schema: { type: 'string' } }),
    ApiErrors(MonitoringError.agent_not_found, MonitoringError.agent_forbidden),
  );

/** See rule agents-1. */
export const REPORT_LIMIT = { bytes: 8 * 1024 * 1024, values: 200_000 };

/** The operation takes a report of the agent that its path names; many items of it may be refused while the others are stored. */
export const TakesReport = (): MethodDecorator => applyDecorators(OfAgent(), HttpCode(200), BodyLimit(REPORT_LIMIT));

/** The body as a report of this class, which the service judges; the parameter is a `SentReport<T>`. */
export function ReportBody<T extends AgentReport>(dto: DtoClass<T>, example: T): ParameterDecorator {
  return documentedParameter(
    BodyOf({ transform: reportReader(dto) }),
    ApiConsumes('application/json'),
    ApiBody({
      description: dtoOf(dto).description,
      required: true,
      schema: { ...sentRecordSchema(dto), example } as object,
    }),
    ApiErrors(
      MonitoringError.invalid_content,
      CommonError.unsupported_media_type,
      CommonError.payload_too_large,
      CommonError.too_much_in_progress,
      CommonError.too_many_heavy_requests,
    ),
  );
}

const BodyOf = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown => context.switchToHttp().getRequest<Request>().body as unknown,
);
