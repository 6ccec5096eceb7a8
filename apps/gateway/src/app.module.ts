import { Module } from '@nestjs/common';
import type { DynamicModule } from '@nestjs/common';
import {
  AccountStore,
  EnrolmentService,
  EnrolmentStore,
  IdentityMinter,
  LocalLogin,
  PasswordHasher,
  SigningKey,
  TokenService,
  enrolmentsFile,
} from '@wardstone/auth';
import { LOGGER } from '@wardstone/bootstrap';
import type { Logger } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { ServiceDocuments } from './docs/service-documents';
import { OpenApiController } from './docs/openapi.controller';
import { GatewayConfig } from './gateway.config';
import { LandingController } from './landing/landing.controller';
import { UpstreamHealth } from './landing/upstream-health';
import { OccurrenceWatch } from './occurrence-watch';
import { EnrolmentController } from './token/enrolment.controller';
import { JwksController } from './token/jwks.controller';
import { TokenController } from './token/token.controller';
import type { Upstream } from './upstreams';
import { UPSTREAMS } from './upstreams';

export interface GatewayParts {
  config: Readonly<GatewayConfig>;
  upstreams: readonly Upstream[];
  signingKey: SigningKey;
  minter: IdentityMinter;
}

/** The gateway's own pages and operations. */
@Module({})
export class AppModule {
  static forRoot({ config, upstreams, signingKey, minter }: GatewayParts): DynamicModule {
    return {
      module: AppModule,
      controllers: [LandingController, OpenApiController, JwksController, TokenController, EnrolmentController],
      providers: [
        { provide: GatewayConfig, useValue: config },
        { provide: UPSTREAMS, useValue: upstreams },
        { provide: SigningKey, useValue: signingKey },
        {
          provide: TokenService,
          inject: [LocalLogin],
          useFactory: (login: LocalLogin) => new TokenService(login, minter),
        },
        {
          provide: OccurrenceWatch,
          inject: [Clock, LOGGER],
          useFactory: (clock: Clock, logger: Logger) => new OccurrenceWatch(config, minter, clock, logger),
        },
        {
          provide: EnrolmentService,
          inject: [Clock],
          useFactory: (clock: Clock) => enrolmentsOf(config.ACCOUNTS_FILE, clock),
        },
        UpstreamHealth,
        ServiceDocuments,
      ],
    };
  }
}

/** Nobody can be given an account where there are no local ones. */
function enrolmentsOf(file: string | undefined, clock: Clock): EnrolmentService | undefined {
  if (file === undefined) return undefined;
  const accounts = new AccountStore({ file, clock, hasher: new PasswordHasher() });
  return new EnrolmentService(accounts, new EnrolmentStore({ file: enrolmentsFile(file), clock }));
}
