import { Module } from '@nestjs/common';
import { FrameworksController } from './frameworks.controller';
import { FrameworksQueries } from './frameworks.queries';
import { FrameworksService } from './frameworks.service';

@Module({
  controllers: [FrameworksController],
  providers: [FrameworksService, FrameworksQueries],
  exports: [FrameworksService],
})
export class FrameworksModule {}
