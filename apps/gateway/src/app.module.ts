import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { AccountKeys, IdentityMinter, LocalLogin, SigningKey, TokenService } from '@wardstone/auth';
import { LOGGER, type Logger, PublicAddress, Readiness, ServiceMetrics } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { DatabaseHealth, DatabaseModule } from '@wardstone/database';
import { AuditController } from './audit/audit.controller';
import { AuditQueries } from './audit/audit.queries';
import { AuditService } from './audit/audit.service';
import { AuditTrail } from './audit/audit-trail';
import { ConsoleController } from './console/console.controller';
import { ConsoleFiles } from './console/console-files';
import { databaseOptions } from './data-source';
import { AccountAdministrationModule } from './accounts/account-administration.module';
import { AccountsModule } from './accounts/accounts.module';
import { CredentialsModule } from './credentials/credentials.module';
import { AgentsModule } from './credentials/agents/agents.module';
import { ServiceDocuments } from './docs/service-documents';
import { OpenApiController } from './docs/openapi.controller';
import { GatewayConfig } from './gateway.config';
import { Housekeeping } from './housekeeping';
import { LandingController } from './landing/landing.controller';
import { UpstreamHealth } from './landing/upstream-health';
import { SessionsModule } from './sessions/sessions.module';
import { OccurrenceWatch } from './occurrence-watch';
import { CallerController } from './token/caller.controller';
import { JwksController } from './token/jwks.controller';
import { TokenController } from './token/token.controller';
import { TokensModule } from './credentials/tokens/tokens.module';
import { type Upstream, UPSTREAMS } from './upstreams';

export interface GatewayParts {
  config: Readonly<GatewayConfig>;
  upstreams: readonly Upstream[];
  signingKey: SigningKey;
  minter: IdentityMinter;
  address: PublicAddress;
  /** Of the built console. */
  consoleFolder: string;
}

/** The gateway's own pages and operations. */
@Module({})
export class AppModule implements OnModuleInit {
  static forRoot({ config, upstreams, signingKey, minter, address, consoleFolder }: GatewayParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(databaseOptions(config)),
        AccountsModule.forRoot(config),
        CredentialsModule,
        AgentsModule,
        SessionsModule.forRoot(config, address),
        TokensModule,
        AccountAdministrationModule.forRoot(config),
      ],
      controllers: [
        LandingController,
        ConsoleController,
        OpenApiController,
        JwksController,
        TokenController,
        CallerController,
        AuditController,
      ],
      providers: [
        { provide: GatewayConfig, useValue: config },
        { provide: UPSTREAMS, useValue: upstreams },
        { provide: SigningKey, useValue: signingKey },
        {
          provide: TokenService,
          inject: [LocalLogin, AccountKeys],
          useFactory: (login: LocalLogin, keys: AccountKeys) => new TokenService(login, minter, keys),
        },
        {
          provide: OccurrenceWatch,
          inject: [Clock, LOGGER],
          useFactory: (clock: Clock, logger: Logger) => new OccurrenceWatch(config, minter, clock, logger),
        },
        Housekeeping,
        { provide: ConsoleFiles, useFactory: () => new ConsoleFiles(consoleFolder) },
        UpstreamHealth,
        ServiceDocuments,
        AuditQueries,
        AuditService,
        AuditTrail,
      ],
    };
  }

  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: ServiceMetrics,
    private readonly health: DatabaseHealth,
  ) {}

  onModuleInit(): void {
    this.readiness.add({ name: 'database', check: () => this.health.findGap() });
    this.metrics.watchPool(() => this.health.usage());
  }
}
