import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { content, Operation } from '@wardstone/bootstrap';
import type { Response } from 'express';
import { ServiceDocuments } from './service-documents';

/** OpenAPI documents of all services. See rule platform-1. */
@ApiTags('documents')
@Controller('openapi')
export class OpenApiController {
  constructor(private readonly documents: ServiceDocuments) {}

  @Get(':service.json')
  @Operation('Get the OpenAPI document of a service', {
    access: 'public',
    path: {
      service: {
        description: 'Name of the service',
        schema: { type: 'string', enum: ['compliance', 'monitoring', 'error-registry', 'gateway'] },
      },
    },
    returns: content('application/json', 'The document, with the gateway as its server', {
      type: 'object',
      additionalProperties: true,
    }),
    errors: ['not_found', 'service_not_installed', 'downstream_issue'],
  })
  async openApiOfService(@Param('service') service: string, @Res() response: Response): Promise<void> {
    const { bytes, etag } = await this.documents.read(service);
    response.set({ 'Cache-Control': 'public, max-age=30', ETag: etag }).type('application/json').send(bytes);
  }
}
