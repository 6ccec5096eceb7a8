import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { PublicAddress, Readiness, ServiceMetrics } from '@wardstone/bootstrap';
import { DatabaseHealth, DatabaseModule } from '@wardstone/database';
import { databaseOptions } from './data-source';
import type { ErrorRegistryConfig } from './error-registry.config';
import { ErrorModule } from './error/error.module';

@Module({})
export class AppModule implements OnModuleInit {
  static forRoot(config: Readonly<ErrorRegistryConfig>, address: PublicAddress): DynamicModule {
    return {
      module: AppModule,
      imports: [DatabaseModule.forRoot(databaseOptions(config)), ErrorModule.forRoot(address)],
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
