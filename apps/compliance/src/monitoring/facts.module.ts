import { Module } from '@nestjs/common';
import { FactsService } from './facts.service';

/** Separate from `MonitoringModule`, whose dependencies need this one. */
@Module({ providers: [FactsService], exports: [FactsService] })
export class FactsModule {}
