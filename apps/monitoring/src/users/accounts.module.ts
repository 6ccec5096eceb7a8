import { Module } from '@nestjs/common';
import { ServiceKeysModule } from '@wardstone/database';
import { AccountDirectory } from './account-directory';
import { AccountStanding } from './account-standing';
import { GatewayAccounts } from './gateway-accounts';
import { KnownUsers } from './known-users';
import { UserQueries } from './user.queries';

/** Users of the service: its callers, and the accounts of the gateway. */
@Module({
  imports: [ServiceKeysModule.forRoot('monitoring')],
  providers: [AccountStanding, GatewayAccounts, AccountDirectory, KnownUsers, UserQueries],
  exports: [AccountStanding, GatewayAccounts, AccountDirectory, KnownUsers],
})
export class AccountsModule {}
