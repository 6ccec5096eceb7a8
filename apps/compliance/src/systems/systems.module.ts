import { Module } from '@nestjs/common';
import { AssignmentController } from './assignment.controller';
import { AssignmentQueries } from './assignment.queries';
import { AssignmentService } from './assignment.service';
import { SystemsController } from './systems.controller';
import { SystemsQueries } from './systems.queries';
import { SystemsService } from './systems.service';

@Module({
  controllers: [SystemsController, AssignmentController],
  providers: [SystemsService, SystemsQueries, AssignmentService, AssignmentQueries],
  exports: [SystemsService],
})
export class SystemsModule {}
