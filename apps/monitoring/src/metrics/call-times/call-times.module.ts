import { Module } from '@nestjs/common';
import { MetricScheduleQueries } from '../schedules/metric-schedule.queries';
import { MetricSchedules } from '../schedules/metric-schedules';
import { CallTimeController } from './call-time.controller';
import { CallTimeQueries } from './call-time.queries';
import { CallTimeService } from './call-time.service';

@Module({
  controllers: [CallTimeController],
  providers: [CallTimeService, CallTimeQueries, MetricSchedules, MetricScheduleQueries],
  exports: [CallTimeQueries],
})
export class CallTimesModule {}
