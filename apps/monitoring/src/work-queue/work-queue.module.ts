import { Module } from '@nestjs/common';
import { WorkQueueQueries } from './work-queue.queries';
import { WorkQueue } from './work-queue.service';

@Module({ providers: [WorkQueue, WorkQueueQueries], exports: [WorkQueue] })
export class WorkQueueModule {}
