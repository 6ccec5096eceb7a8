import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { AccountAdministrationQueries } from './account-administration.queries';
import { AccountAdministrationService } from './account-administration.service';
import { AccountController } from './account.controller';
import { AccountQueries } from './account.queries';
import { AccountsModule } from './accounts.module';
import { RoleController } from './role.controller';

/** The accounts as administrators see them. Not part of AccountsModule, on which logging in itself depends. */
@Module({
  imports: [AccountsModule, CredentialsModule],
  controllers: [AccountController, RoleController],
  providers: [AccountAdministrationQueries, AccountAdministrationService, AccountQueries],
})
export class AccountAdministrationModule {}
