import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { IdentityMinter, SigningKey } from '@wardstone/auth';
import { LOGGER, type Logger, PublicAddress, Readiness, ServiceMetrics } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { DatabaseHealth, DatabaseModule } from '@wardstone/database';
import { AccountAdministrationModule } from './accounts/account-administration.module';
import { AuditModule } from './audit/audit.module';
import { databaseOptions } from './data-source';
import { DocsModule } from './docs/docs.module';
import { GatewayConfig } from './gateway.config';
import { PagesModule } from './pages/pages.module';
import { OccurrenceWatch } from './occurrence-watch';
import { TokenModule } from './token/token.module';
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
  static forRoot(parts: GatewayParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        settings(parts),
        DatabaseModule.forRoot(databaseOptions(parts.config)),
        AccountAdministrationModule,
        TokenModule,
        AuditModule,
        DocsModule,
        PagesModule.forRoot(parts.consoleFolder),
      ],
      providers: [
        {
          provide: OccurrenceWatch,
          inject: [Clock, LOGGER],
          useFactory: (clock: Clock, logger: Logger) => new OccurrenceWatch(parts.config, parts.minter, clock, logger),
        },
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

class SettingsModule {}

function settings({ config, upstreams, signingKey, minter, address }: GatewayParts): DynamicModule {
  const providers = [
    { provide: GatewayConfig, useValue: config },
    { provide: UPSTREAMS, useValue: upstreams },
    { provide: SigningKey, useValue: signingKey },
    { provide: IdentityMinter, useValue: minter },
    { provide: PublicAddress, useValue: address },
  ];
  return { module: SettingsModule, global: true, providers, exports: providers.map(({ provide }) => provide) };
}
