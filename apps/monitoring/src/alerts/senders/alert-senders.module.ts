import { Module } from '@nestjs/common';
import { SenderController } from './sender.controller';
import { SenderService } from './sender.service';

/** The kinds of notifications. */
@Module({
  controllers: [SenderController],
  providers: [SenderService],
})
export class AlertSendersModule {}
