import { Module } from '@nestjs/common';
import { ReportsModule } from '../reports/reports.module';
import { SystemsModule } from '../systems/systems.module';
import {
  ControlFilesController,
  ControlsController,
  ReportControlsController,
  SystemControlsController,
} from './controls.controller';
import { ControlsQueries } from './controls.queries';
import { ControlsService } from './controls.service';

/** Read-only; the controls themselves belong to the feature `frameworks`. */
@Module({
  imports: [ReportsModule, SystemsModule],
  controllers: [ControlFilesController, ReportControlsController, SystemControlsController, ControlsController],
  providers: [ControlsService, ControlsQueries],
})
export class ControlsModule {}
