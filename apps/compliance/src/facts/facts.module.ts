import { Module } from '@nestjs/common';
import { FactsService } from './facts.service';

@Module({ providers: [FactsService], exports: [FactsService] })
export class FactsModule {}
