import { Controller, Get, Res } from '@nestjs/common';
import { ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { content, Operation } from './operation';
import type { Response } from 'express';
import { ServiceMetrics } from './metrics';
import { Readiness } from './readiness';

const REPORT_SCHEMA = {
  type: 'object',
  required: ['status', 'checks'],
  properties: {
    status: { type: 'string', enum: ['ready', 'not ready'] },
    checks: { type: 'object', additionalProperties: { type: 'string', enum: ['ok', 'failed', 'draining'] } },
    reasons: {
      type: 'object',
      description: 'Reasons of failed checks',
      additionalProperties: { type: 'string' },
    },
  },
  example: { status: 'ready', checks: { database: 'ok' } },
};

/** Liveness, readiness and metrics of the process. See rules platform-1, platform-2. */
@ApiTags('process')
@Controller()
export class ObservabilityController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metricsService: ServiceMetrics,
  ) {}

  @Get('livez')
  @Operation('Get the liveness of the process', {
    access: 'public',
    returns: content('text/plain', 'Alive', { type: 'string', example: 'ok' }),
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  })
  livez(): string {
    return 'ok';
  }

  @Get('readyz')
  @Operation('Get the readiness of the process', {
    access: 'public',
    returns: [
      content('application/json', 'Ready', REPORT_SCHEMA),
      ApiServiceUnavailableResponse({
        description: 'Starting, stopping, without its database, or with a schema older than this version',
        content: { 'application/json': { schema: REPORT_SCHEMA } },
      }),
    ],
    status: 200,
  })
  async readyz(@Res() response: Response): Promise<void> {
    const report = await this.readiness.report();
    response.status(report.status === 'ready' ? 200 : 503).json(report);
  }

  @Get('metrics')
  @Operation('Get metrics of the process in the Prometheus text format', {
    access: 'metrics:read',
    returns: content('text/plain', 'Metrics'),
  })
  async metrics(@Res() response: Response): Promise<void> {
    response.type(this.metricsService.registry.contentType).send(await this.metricsService.registry.metrics());
  }
}
