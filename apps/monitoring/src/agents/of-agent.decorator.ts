import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { RequirePermission } from '@wardstone/auth';
import { ApiErrors, MonitoringError } from '@wardstone/errors';

/** An operation of the agent that the path names, for that agent alone. */
export const OfAgent = (): MethodDecorator =>
  applyDecorators(
    RequirePermission('REPORT_AS_AGENT'),
    ApiParam({ name: 'name', description: 'Name of the agent', schema: { type: 'string' } }),
    ApiErrors(MonitoringError.agent_not_found, MonitoringError.agent_forbidden),
  );
