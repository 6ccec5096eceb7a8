import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { AccountAdministrationService } from './account-administration.service';
import { AccountController } from './account.controller';
import { AccountQueries } from './account.queries';
import { AccountsModule } from './accounts.module';

/** Administration of accounts. Separate from AccountsModule, which login itself depends on. */
@Module({
  imports: [AccountsModule, CredentialsModule],
  controllers: [AccountController],
  providers: [AccountAdministrationService, AccountQueries],
})
export class AccountAdministrationModule {}
