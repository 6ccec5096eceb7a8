import { Module } from '@nestjs/common';
import { SenderChoiceQueries } from './sender-choice.queries';
import { SenderController } from './sender.controller';
import { SenderService } from './sender.service';

/** The kinds of notifications. */
@Module({
  controllers: [SenderController],
  providers: [SenderService, SenderChoiceQueries],
})
export class AlertSendersModule {}
