import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  type PipeTransform,
} from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { BodyLimit } from '@wardstone/bootstrap';
import { type DtoClass, dtoOf } from '@wardstone/dto';
import type { AgentReport } from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { sentRecordSchema } from '@wardstone/media-types';
import type { Request } from 'express';
import { OfAgent } from './of-agent.decorator';
import { reportReader, type SentReport } from './reports/report-reader';

/** See rule agents-1. */
export const REPORT_LIMIT = { bytes: 8 * 1024 * 1024, values: 200_000 };

/** The operation takes a report of the agent that its path names; many items of it may be refused while the others are stored. */
export const TakesReport = (): MethodDecorator => applyDecorators(OfAgent(), HttpCode(200), BodyLimit(REPORT_LIMIT));

/** The body as a report of this class, which the service judges; the parameter is a `SentReport<T>`. */
export function ReportBody<T extends AgentReport>(dto: DtoClass<T>, example: T): ParameterDecorator {
  const parameter = BodyOf(new ReportPipe(reportReader(dto)));
  return (target, key, index) => {
    parameter(target, key, index);
    const descriptor = Object.getOwnPropertyDescriptor(target, key!)!;
    const decorators = [
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
      ),
    ];
    for (const decorate of decorators) decorate(target, key!, descriptor);
  };
}

const BodyOf = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown => context.switchToHttp().getRequest<Request>().body as unknown,
);

class ReportPipe<T extends AgentReport> implements PipeTransform<unknown, SentReport<T>> {
  constructor(private readonly read: (body: unknown) => SentReport<T>) {}

  transform(body: unknown): SentReport<T> {
    return this.read(body);
  }
}
