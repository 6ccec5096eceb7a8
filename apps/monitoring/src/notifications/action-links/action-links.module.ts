import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../../authorization/authorization.module';
import { AccountsModule } from '../../users/accounts.module';
import { AlertEngineModule } from '../../alert-engine/alert-engine.module';
import { AlertQueries } from '../../incidents/alert.queries';
import { AccountStanding } from './account-standing';
import { AlertLinkController } from './action-link.controller';
import { AlertLinkQueries } from './action-link.queries';
import { AlertLinkService } from './action-link.service';

/** Acknowledges and resolves alerts by links of notifications, without a login. */
@Module({
  imports: [AccountsModule, AuthorizationModule, AlertEngineModule],
  controllers: [AlertLinkController],
  providers: [AlertLinkService, AlertLinkQueries, AlertQueries, AccountStanding],
})
export class AlertLinksModule {}
