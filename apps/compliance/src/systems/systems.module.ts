import { Module } from '@nestjs/common';
import { FactsModule } from '../facts/facts.module';
import { StoredResultsModule } from '../stored-results/stored-results.module';
import { AssignmentQueries } from './assignment.queries';
import { AssignmentService } from './assignment.service';
import { AssignmentController, PolicySystemsController } from './policy-systems.controller';
import { PolicySystemsService } from './policy-systems.service';
import { SystemListQueries, SystemsQueries } from './system-list.queries';
import { SystemListService } from './system-list.service';
import { SystemOwnerService } from './system-owner.service';
import { AgentSystemController, SystemOwnerController, SystemsController } from './systems.controller';
import { SystemsService } from './systems.service';

@Module({
  imports: [StoredResultsModule, FactsModule],
  controllers: [
    AgentSystemController,
    SystemsController,
    SystemOwnerController,
    PolicySystemsController,
    AssignmentController,
  ],
  providers: [
    SystemsService,
    SystemsQueries,
    SystemOwnerService,
    SystemListService,
    SystemListQueries,
    PolicySystemsService,
    AssignmentService,
    AssignmentQueries,
  ],
  exports: [SystemsService, SystemListService],
})
export class SystemsModule {}
