import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { SystemClock } from '@wardstone/clock';
import type { Clock } from '@wardstone/clock';
import { AccessGuard } from './access/access.guard';
import { Authenticator } from './authenticator';
import { createAuthentication } from './create-authenticator';
import type { AuthenticationOptions } from './create-authenticator';
import { LocalLogin } from './login/local-login';

export interface AuthModuleOptions extends Omit<AuthenticationOptions, 'clock'> {
  clock?: Clock;
}

/** Authenticates every route of a service and checks what it declares. Global; exports Authenticator and LocalLogin. */
@Module({})
export class AuthModule {
  static forRoot(options: AuthModuleOptions): DynamicModule {
    const { authenticator, login } = createAuthentication({ clock: new SystemClock(), ...options });
    return {
      module: AuthModule,
      global: true,
      providers: [
        { provide: Authenticator, useValue: authenticator },
        { provide: LocalLogin, useValue: login },
        { provide: APP_GUARD, useClass: AccessGuard },
      ],
      exports: [Authenticator, LocalLogin],
    };
  }
}
