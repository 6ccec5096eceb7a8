import { type DynamicModule, Module } from '@nestjs/common';
import { PublicAddress } from '@wardstone/bootstrap';
import { DatabaseModule } from '@wardstone/database';
import { databaseOptions } from './data-source';
import type { ErrorRegistryConfig } from './error-registry.config';
import { ErrorModule } from './error/error.module';

@Module({})
export class AppModule {
  static forRoot(config: Readonly<ErrorRegistryConfig>, address: PublicAddress): DynamicModule {
    return {
      module: AppModule,
      imports: [DatabaseModule.forRoot(databaseOptions(config)), ErrorModule.forRoot(address)],
    };
  }
}
