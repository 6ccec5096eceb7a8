import { Module } from '@nestjs/common';
import { ResourceTypeController } from './resource-type.controller';
import { ResourceTypeQueries } from './resource-type.queries';
import { ResourceTypeService } from './resource-type.service';

@Module({ controllers: [ResourceTypeController], providers: [ResourceTypeService, ResourceTypeQueries] })
export class ResourceTypeModule {}
