import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import { BrowserSessions } from '@wardstone/auth';
import { PublicAddress } from '@wardstone/bootstrap';
import { GatewayConfig } from '../gateway.config';
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
      controllers: [SessionController, LoginController],
      providers: [
        { provide: GatewayConfig, useValue: config },
        { provide: PublicAddress, useValue: address },
        SessionQueries,
        SessionService,
        { provide: BrowserSessions, useExisting: SessionService },
        LoginService,
      ],
      exports: [SessionService, BrowserSessions],
    };
  }
}
