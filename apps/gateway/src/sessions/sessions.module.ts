import { type DynamicModule, Module } from '@nestjs/common';
import { BrowserSessions } from '@wardstone/auth';
import { PublicAddress } from '@wardstone/bootstrap';
import { GatewayConfig } from '../gateway.config';
import { OidcClient } from '../oidc/oidc-client';
import { OidcLoginController } from '../oidc/oidc-login.controller';
import { OidcLoginService } from '../oidc/oidc-login.service';
import { LoginController } from './login.controller';
import { LoginService } from './login.service';
import { SessionController } from './session.controller';
import { SessionQueries } from './session.queries';
import { SessionService } from './session.service';

/** Sessions of browsers, also for the authentication of every request. */
@Module({})
export class SessionsModule {
  static forRoot(config: Readonly<GatewayConfig>, address: PublicAddress): DynamicModule {
    return {
      module: SessionsModule,
      global: true,
      controllers: [SessionController, LoginController, OidcLoginController],
      providers: [
        { provide: GatewayConfig, useValue: config },
        { provide: PublicAddress, useValue: address },
        SessionQueries,
        SessionService,
        { provide: BrowserSessions, useExisting: SessionService },
        LoginService,
        { provide: OidcClient, useFactory: () => OidcClient.of(config) },
        OidcLoginService,
      ],
      exports: [SessionService, BrowserSessions],
    };
  }
}
