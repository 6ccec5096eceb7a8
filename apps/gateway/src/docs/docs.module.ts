import { Module } from '@nestjs/common';
import { OpenApiController } from './openapi.controller';
import { ServiceDocuments } from './service-documents';

/** The OpenAPI documents of all services. */
@Module({ controllers: [OpenApiController], providers: [ServiceDocuments] })
export class DocsModule {}
