import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../../authorization/authorization.module';
import { ScheduleController } from './schedule.controller';
import { ScheduleQueries } from './schedule.queries';
import { ScheduleService } from './schedule.service';

@Module({
  imports: [AuthorizationModule],
  controllers: [ScheduleController],
  providers: [ScheduleService, ScheduleQueries],
})
export class ScheduleModule {}
