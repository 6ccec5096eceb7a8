import { Module } from '@nestjs/common';
import { WorkQueue } from './work-queue.queries';

@Module({ providers: [WorkQueue], exports: [WorkQueue] })
export class WorkQueueModule {}
