import { Module } from '@nestjs/common';
import { ScheduleController } from './schedule.controller';
import { ScheduleQueries } from './schedule.queries';
import { ScheduleService } from './schedule.service';

@Module({ controllers: [ScheduleController], providers: [ScheduleService, ScheduleQueries] })
export class ScheduleModule {}
