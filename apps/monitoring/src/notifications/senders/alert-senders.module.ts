import { Module } from '@nestjs/common';
import { AccountsModule } from '../../users/accounts.module';
import { SenderChoiceQueries } from './sender-choice.queries';
import { SenderController } from './sender.controller';
import { SenderService } from './sender.service';

/** The kinds of notifications. */
@Module({
  imports: [AccountsModule],
  controllers: [SenderController],
  providers: [SenderService, SenderChoiceQueries],
})
export class AlertSendersModule {}
