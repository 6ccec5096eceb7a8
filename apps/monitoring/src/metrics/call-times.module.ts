import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { MetricScheduleQueries } from './schedules/metric-schedule.queries';
import { MetricSchedules } from './schedules/metric-schedules';
import { CallTimeController } from './call-times/call-time.controller';
import { CallTimeQueries } from './call-times/call-time.queries';
import { CallTimeService } from './call-times/call-time.service';

@Module({
  imports: [AuthorizationModule],
  controllers: [CallTimeController],
  providers: [CallTimeService, CallTimeQueries, MetricSchedules, MetricScheduleQueries],
  exports: [CallTimeService],
})
export class CallTimesModule {}
