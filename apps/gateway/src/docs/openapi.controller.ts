import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Public } from '@wardstone/auth';
import { ApiErrors, CommonError, GatewayError } from '@wardstone/errors';
import type { Response } from 'express';
import { ServiceDocuments } from './service-documents';

/** The OpenAPI documents of the services under one address. See rule platform-1. */
@ApiTags('documents')
@Controller('openapi')
export class OpenApiController {
  constructor(private readonly documents: ServiceDocuments) {}

  @Get(':service.json')
  @Public()
  @ApiOperation({ summary: 'Get the OpenAPI document of a service', operationId: 'openApiOfService' })
  @ApiParam({
    name: 'service',
    description: 'Name of the service',
    schema: { type: 'string', enum: ['compliance', 'monitoring', 'error-registry', 'gateway'] },
  })
  @ApiOkResponse({
    description: 'The document, with the gateway as its server',
    content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
  })
  @ApiErrors(CommonError.not_found, GatewayError.service_not_installed, GatewayError.downstream_issue)
  async document(@Param('service') service: string, @Res() response: Response): Promise<void> {
    const { bytes, etag } = await this.documents.read(service);
    response.set({ 'Cache-Control': 'public, max-age=30', ETag: etag }).type('application/json').send(bytes);
  }
}
