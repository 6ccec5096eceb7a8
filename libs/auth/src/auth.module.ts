import { type DynamicModule, Module, type ModuleMetadata } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { type Clock, SystemClock } from '@wardstone/clock';
import { AccessGuard } from './access/access.guard';
import { Authenticator } from './authenticator';
import { type Authentication, type AuthenticationOptions, createAuthentication } from './create-authenticator';
import { AccountKeys } from './accounts/account-keys';
import { Accounts } from './accounts/account';
import { LocalLogin } from './login/local-login';
import { PasswordHasher } from './login/password-hasher';
import { BrowserSessions, OpaqueTokens } from './caller';

export interface AuthModuleOptions extends Omit<
  AuthenticationOptions,
  'clock' | 'accounts' | 'keys' | 'hasher' | 'sessions' | 'opaqueTokens'
> {
  clock?: Clock;
  /** Modules that provide Accounts, PasswordHasher, BrowserSessions, OpaqueTokens and AccountKeys. */
  imports?: ModuleMetadata['imports'];
}

const AUTHENTICATION = Symbol('wardstone:authentication');

/**
 * Authenticates every route of a service and checks what it declares. Global; exports Authenticator, and LocalLogin, which
 * is undefined where no imported module provides Accounts.
 */
@Module({})
export class AuthModule {
  static forRoot({ imports = [], ...options }: AuthModuleOptions): DynamicModule {
    return {
      module: AuthModule,
      global: true,
      imports,
      providers: [
        {
          provide: AUTHENTICATION,
          inject: [Accounts, PasswordHasher, BrowserSessions, OpaqueTokens, AccountKeys].map((token) => ({
            token,
            optional: true,
          })),
          useFactory: (
            accounts?: Accounts,
            hasher?: PasswordHasher,
            sessions?: BrowserSessions,
            opaqueTokens?: OpaqueTokens,
            keys?: AccountKeys,
          ): Authentication =>
            createAuthentication({
              clock: new SystemClock(),
              ...options,
              accounts,
              hasher,
              sessions,
              opaqueTokens,
              keys,
            }),
        },
        { provide: Authenticator, inject: [AUTHENTICATION], useFactory: (all: Authentication) => all.authenticator },
        { provide: LocalLogin, inject: [AUTHENTICATION], useFactory: (all: Authentication) => all.login },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
      exports: [Authenticator, LocalLogin],
    };
  }
}
