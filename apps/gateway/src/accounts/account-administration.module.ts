import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { AccountAdministrationService } from './account-administration.service';
import { AccountController } from './account.controller';
import { AccountQueries } from './account.queries';
import { AccountsModule } from './accounts.module';

/** The accounts as administrators see them. Not part of AccountsModule, on which logging in itself depends. */
@Module({
  imports: [AccountsModule, CredentialsModule],
  controllers: [AccountController],
  providers: [AccountAdministrationService, AccountQueries],
})
export class AccountAdministrationModule {}
