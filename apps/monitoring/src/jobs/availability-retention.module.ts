import { Module } from '@nestjs/common';
import { AvailabilityRetentionQueries } from './availability-retention.queries';
import { AvailabilityRetention } from './availability-retention.service';

@Module({ providers: [AvailabilityRetention, AvailabilityRetentionQueries] })
export class AvailabilityRetentionModule {}
