import { Module } from '@nestjs/common';
import { WaiversModule } from '../waivers/waivers.module';
import { ChecklistsController } from './checklists.controller';
import { ChecklistsQueries } from './checklists.queries';
import { ChecklistsService } from './checklists.service';

@Module({
  imports: [WaiversModule],
  controllers: [ChecklistsController],
  providers: [ChecklistsService, ChecklistsQueries],
})
export class ChecklistsModule {}
