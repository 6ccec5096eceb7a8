import { type DynamicModule, Module } from '@nestjs/common';
import { IdentityMinter, SigningKey } from '@wardstone/auth';
import { globalValues, LOGGER, type Logger, PublicAddress } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import { DatabaseModule } from '@wardstone/database';
import { AccountOperationsModule } from './account-operations/account-operations.module';
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
  /** Folder of the built console. */
  consoleFolder: string;
}

/** The gateway's own pages and operations. */
@Module({})
export class AppModule {
  static forRoot(parts: GatewayParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        globalValues(
          { provide: GatewayConfig, useValue: parts.config },
          { provide: UPSTREAMS, useValue: parts.upstreams },
          { provide: SigningKey, useValue: parts.signingKey },
          { provide: IdentityMinter, useValue: parts.minter },
          { provide: PublicAddress, useValue: parts.address },
        ),
        DatabaseModule.forRoot(databaseOptions(parts.config)),
        AccountOperationsModule,
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
}
