import { type DynamicModule, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DatabaseHealth } from './database-health';
import { type DatabaseOptions, dataSourceOptions } from './data-source-options';
import { Database } from './database';
import { OrgDatabase } from './org-database';

export interface DatabaseModuleOptions extends DatabaseOptions {
  /** Provides OrgDatabase with a pool of the same size; for services whose data belongs to organisations. */
  hasOrgs?: boolean;
}

/** Offers the DataSource, Database, DatabaseHealth and, with `hasOrgs`, OrgDatabase to every module of the service. */
@Module({})
export class DatabaseModule {
  static forRoot(options: DatabaseModuleOptions): DynamicModule {
    const { hasOrgs, ...database } = options;
    const orgDatabase = {
      provide: OrgDatabase,
      useFactory: () =>
        new OrgDatabase({ ...database, applicationName: `${database.applicationName} (organisations)` }),
    };
    const scoped = hasOrgs ? [orgDatabase] : [];
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({ ...dataSourceOptions(database), migrations: [], retryAttempts: 5, retryDelay: 1_000 }),
      ],
      providers: [Database, DatabaseHealth, ...scoped],
      exports: [Database, DatabaseHealth, TypeOrmModule, ...scoped.map(({ provide }) => provide)],
    };
  }
}
