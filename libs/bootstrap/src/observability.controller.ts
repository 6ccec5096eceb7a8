import { Controller, Get, Header, HttpCode, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import { Public, RequirePermission } from '@wardstone/auth';
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
    private readonly metrics: ServiceMetrics,
  ) {}

  @Get('livez')
  @Public()
  @Header('Content-Type', 'text/plain; charset=utf-8')
  @ApiOperation({ summary: 'Get the liveness of the process', operationId: 'livez' })
  @ApiOkResponse({ description: 'Alive', content: { 'text/plain': { schema: { type: 'string', example: 'ok' } } } })
  livez(): string {
    return 'ok';
  }

  @Get('readyz')
  @Public()
  @HttpCode(200)
  @ApiOperation({ summary: 'Get the readiness of the process', operationId: 'readyz' })
  @ApiOkResponse({ description: 'Ready', content: { 'application/json': { schema: REPORT_SCHEMA } } })
  @ApiServiceUnavailableResponse({
    description: 'Starting, stopping, without its database, or with a schema older than this version',
    content: { 'application/json': { schema: REPORT_SCHEMA } },
  })
  async readyz(@Res() response: Response): Promise<void> {
    const report = await this.readiness.report();
    response.status(report.status === 'ready' ? 200 : 503).json(report);
  }

  @Get('metrics')
  @RequirePermission('metrics:read')
  @ApiOperation({ summary: 'Get metrics of the process in the Prometheus text format', operationId: 'metrics' })
  @ApiOkResponse({ description: 'Metrics', content: { 'text/plain': { schema: { type: 'string' } } } })
  async metricsText(@Res() response: Response): Promise<void> {
    response.type(this.metrics.registry.contentType).send(await this.metrics.registry.metrics());
  }
}
