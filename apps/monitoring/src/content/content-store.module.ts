import { Inject, Module } from '@nestjs/common';
import type { DynamicModule, OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import type { MonitoringConfig } from '../monitoring.config';
import type { ContentBackend } from './content-backend';
import { contentLimits, s3Settings } from './content-settings';
import { ContentStore } from './content-store';
import { ContentStoreQueries } from './content-store.queries';
import { LargeObjectBackend } from './large-object.backend';
import { S3Backend } from './s3.backend';

const S3 = Symbol('S3');

/** Offers the ContentStore to every module of the service. */
@Module({})
export class ContentStoreModule implements OnApplicationShutdown {
  constructor(@Inject(S3) private readonly s3: S3Backend | null) {}

  static forRoot(config: Readonly<MonitoringConfig>): DynamicModule {
    const settings = s3Settings(config);
    const limits = contentLimits(config);
    return {
      module: ContentStoreModule,
      global: true,
      providers: [
        ContentStoreQueries,
        { provide: S3, useFactory: () => (settings ? new S3Backend(settings) : null) },
        {
          provide: ContentStore,
          inject: [Database, ContentStoreQueries, Clock, S3],
          useFactory: (db: Database, queries: ContentStoreQueries, clock: Clock, s3: S3Backend | null) => {
            const inDatabase = new LargeObjectBackend(db);
            const backends: [ContentBackend, ...ContentBackend[]] = [inDatabase];
            if (s3 && config.CONTENT_STORE === 's3') backends.unshift(s3);
            else if (s3) backends.push(s3);
            return new ContentStore(db, queries, clock, limits, backends);
          },
        },
      ],
      exports: [ContentStore],
    };
  }

  onApplicationShutdown(): void {
    this.s3?.close();
  }
}
