import { applyDecorators } from '@nestjs/common';
import { Authenticated } from '@wardstone/auth';
import { ApiErrors, MonitoringError } from '@wardstone/errors';

/** A read of one resource or of what belongs to it, and what it may be refused for. */
export const ReadsResource = (): MethodDecorator =>
  applyDecorators(Authenticated(), ApiErrors(MonitoringError.resource_not_found, MonitoringError.resource_forbidden));
