import { Module } from '@nestjs/common';
import { AccountAdministrationService } from './account-administration.service';
import { AccountQueries } from './account.queries';
import { AccountsModule } from './accounts.module';

/** Administration of accounts. Separate from AccountsModule, which login itself depends on. */
@Module({
  imports: [AccountsModule],
  providers: [AccountAdministrationService, AccountQueries],
  exports: [AccountAdministrationService],
})
export class AccountAdministrationModule {}
