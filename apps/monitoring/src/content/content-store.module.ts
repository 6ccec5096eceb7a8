import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { MonitoringConfig } from '../monitoring.config';
import type { ContentBackend } from './content-backend';
import { contentLimits, s3Settings } from './content-settings';
import { ContentStore } from './content-store';
import { ContentStoreQueries } from './content-store.queries';
import { LargeObjectBackend } from './large-object.backend';
import { S3Backend } from './s3.backend';

const S3 = Symbol('S3');

/** Where uploads and plugins are kept. */
@Module({
  providers: [
    ContentStoreQueries,
    {
      provide: S3,
      inject: [MonitoringConfig],
      useFactory: (config: Readonly<MonitoringConfig>) => {
        const settings = s3Settings(config);
        return settings ? new S3Backend(settings) : null;
      },
    },
    {
      provide: ContentStore,
      inject: [Database, ContentStoreQueries, Clock, S3, MonitoringConfig],
      useFactory: (
        db: Database,
        queries: ContentStoreQueries,
        clock: Clock,
        s3: S3Backend | null,
        config: Readonly<MonitoringConfig>,
      ) => {
        const inDatabase = new LargeObjectBackend(db);
        const backends: [ContentBackend, ...ContentBackend[]] = [inDatabase];
        if (s3 && config.CONTENT_STORE === 's3') backends.unshift(s3);
        else if (s3) backends.push(s3);
        return new ContentStore(db, queries, clock, contentLimits(config), backends);
      },
    },
  ],
  exports: [ContentStore],
})
export class ContentStoreModule implements OnApplicationShutdown {
  constructor(@Inject(S3) private readonly s3: S3Backend | null) {}

  onApplicationShutdown(): void {
    this.s3?.close();
  }
}
