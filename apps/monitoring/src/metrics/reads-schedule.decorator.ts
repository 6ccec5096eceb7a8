import { applyDecorators } from '@nestjs/common';
import { Authenticated } from '@wardstone/auth';
import { ApiErrors, MonitoringError } from '@wardstone/errors';

/** An operation on one schedule or its data, and what it may be refused for. */
export const ReadsSchedule = (): MethodDecorator =>
  applyDecorators(Authenticated(), ApiErrors(MonitoringError.schedule_not_found, MonitoringError.resource_forbidden));

/** An operation on the numbers of schedules. */
export const ReadsNumbers = (): MethodDecorator =>
  applyDecorators(ReadsSchedule(), ApiErrors(MonitoringError.metric_not_numeric));
