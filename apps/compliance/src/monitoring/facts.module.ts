import { Module } from '@nestjs/common';
import { FactsService } from './facts.service';

/** Apart from `MonitoringModule`, which needs the modules that need this one. */
@Module({ providers: [FactsService], exports: [FactsService] })
export class FactsModule {}
