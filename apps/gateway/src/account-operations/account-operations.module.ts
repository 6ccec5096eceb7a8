import { Module } from '@nestjs/common';
import { AccountAdministrationModule } from '../accounts/account-administration.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { AccountController } from './account.controller';

/** Operations on accounts and their credentials. */
@Module({ imports: [AccountAdministrationModule, CredentialsModule], controllers: [AccountController] })
export class AccountOperationsModule {}
