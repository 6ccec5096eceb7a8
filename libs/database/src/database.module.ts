import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseHealth, MIGRATIONS } from './database-health';
import { type DatabaseOptions, dataSourceOptions } from './data-source-options';
import { Database } from './database';
import { OrgDatabase } from './org-database';

/** Provides DataSource, Database, DatabaseHealth and, with `hasOrgs`, OrgDatabase to every module of the service. */
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseOptions): DynamicModule {
    const services = [Database, DatabaseHealth, ...(options.hasOrgs ? [OrgDatabase] : [])];
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({ ...dataSourceOptions(options), migrations: [], retryAttempts: 5, retryDelay: 1_000 }),
      ],
      providers: [...services, { provide: MIGRATIONS, useValue: options.migrations ?? [] }],
      exports: [...services, TypeOrmModule],
    };
  }
}
