import { Global, Module } from '@nestjs/common';
import { OpaqueTokens } from '@wardstone/auth';
import { AccessTokenController } from './access-token.controller';
import { AccessTokenStore } from './access-token-store.service';
import { AccessTokenService } from './access-token.service';

/** Tokens of programs, also for the authentication of every request. */
@Global()
@Module({
  controllers: [AccessTokenController],
  providers: [AccessTokenStore, AccessTokenService, { provide: OpaqueTokens, useExisting: AccessTokenService }],
  exports: [OpaqueTokens, AccessTokenStore],
})
export class TokensModule {}
