import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { Authenticated } from '@wardstone/auth';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';

/** An operation on one schedule or its data, and what it may be refused for. */
export const ReadsSchedule = (): MethodDecorator =>
  applyDecorators(Authenticated(), ApiErrors(MonitoringError.schedule_not_found, MonitoringError.resource_forbidden));

/** An operation on the numbers of schedules. */
export const ReadsNumbers = (): MethodDecorator =>
  applyDecorators(ReadsSchedule(), ApiErrors(MonitoringError.metric_not_numeric, CommonError.too_many_heavy_requests));

/** The operation returns no body, whatever the client accepts. See rule http-4. */
export const AnswersEmpty = (status: number, description: string): MethodDecorator =>
  applyDecorators(HttpCode(status), ApiResponse({ status, description: `${description}; no body` }));
