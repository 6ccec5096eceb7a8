import { Module } from '@nestjs/common';
import { AccountKeys, IdentityMinter, LocalLogin, TokenService } from '@wardstone/auth';
import { CredentialsModule } from '../credentials/credentials.module';
import { CallerController } from './caller.controller';
import { JwksController } from './jwks.controller';
import { TokenController } from './token.controller';

/** The short-lived tokens that the gateway signs, and the keys that they are checked with. */
@Module({
  imports: [CredentialsModule],
  controllers: [JwksController, TokenController, CallerController],
  providers: [
    {
      provide: TokenService,
      inject: [LocalLogin, IdentityMinter, AccountKeys],
      useFactory: (login: LocalLogin, minter: IdentityMinter, keys: AccountKeys) =>
        new TokenService(login, minter, keys),
    },
  ],
})
export class TokenModule {}
