import { Logger, Module, type OnModuleInit } from '@nestjs/common';
import { Accounts, PasswordHasher } from '@wardstone/auth';
import { IdentityChanges } from '../cache-invalidation/identity-changes';
import { EndingsModule } from '../credentials/credential-endings';
import { databaseOptions } from '../data-source';
import { GatewayConfig } from '../gateway.config';
import { AccountQueries } from './account.queries';
import { AccountStore } from './account.service';
import { FirstAccounts } from './first-accounts';
import { FIRST_ADMINISTRATOR } from '@wardstone/permissions';

/** Local accounts, also for authenticating every request. */
@Module({
  imports: [EndingsModule],
  providers: [
    {
      provide: IdentityChanges,
      inject: [GatewayConfig],
      useFactory: (config: GatewayConfig) => new IdentityChanges(databaseOptions(config)),
    },
    { provide: PasswordHasher, useFactory: () => new PasswordHasher() },
    AccountQueries,
    AccountStore,
    { provide: Accounts, useExisting: AccountStore },
    FirstAccounts,
  ],
  exports: [IdentityChanges, PasswordHasher, AccountStore, Accounts],
})
export class AccountsModule implements OnModuleInit {
  private readonly logger = new Logger(AccountsModule.name);

  constructor(
    private readonly first: FirstAccounts,
    private readonly config: GatewayConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    const { BOOTSTRAP_ADMIN_PASSWORD_FILE } = this.config;
    const isMade =
      BOOTSTRAP_ADMIN_PASSWORD_FILE !== undefined &&
      (await this.first.makeAdministrator(BOOTSTRAP_ADMIN_PASSWORD_FILE));
    if (isMade) this.logger.log(FIRST_ADMINISTRATOR, 'the first administrator may log in');
  }
}
