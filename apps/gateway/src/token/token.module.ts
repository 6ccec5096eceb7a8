import { Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AccountKeys, IdentityMinter, LocalLogin, SigningKey, TokenService } from '@wardstone/auth';
import { AccountsModule } from '../accounts/accounts.module';
import { CredentialsModule } from '../credentials/credentials.module';
import { CallerController } from './caller.controller';
import { TokenController } from './token.controller';

/** A new key is used after it was published for long enough, so an idle gateway must check for it as well. */
const KEY_CHECKED_MS = 10_000;

/** Short-lived tokens signed by the gateway, and the keys to verify them. */
@Module({
  imports: [AccountsModule, CredentialsModule],
  controllers: [TokenController, CallerController],
  providers: [
    {
      provide: TokenService,
      inject: [LocalLogin, IdentityMinter, AccountKeys],
      useFactory: (login: LocalLogin, minter: IdentityMinter, keys: AccountKeys) =>
        new TokenService(login, minter, keys),
    },
  ],
})
export class TokenModule implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly signingKey: SigningKey) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.signingKey.refresh(), KEY_CHECKED_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }
}
