import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import { Database } from '@wardstone/database';
import { MonitoringConfig } from '../monitoring.config';
import type { ContentBackend } from './content-backend';
import { ContentStore, type ContentLimits } from './content-store';
import { ContentStoreQueries } from './content-store.queries';
import { LargeObjectBackend } from './large-object.backend';
import { S3Backend, type S3Settings } from './s3.backend';

const MIB = 1024 * 1024;

function contentLimits(config: Readonly<MonitoringConfig>): ContentLimits {
  return {
    limitBytes: config.CONTENT_LIMIT_MIB * MIB,
    quotaBytes: config.CONTENT_QUOTA_MIB * MIB,
    accountQuotaBytes: config.CONTENT_ACCOUNT_QUOTA_MIB * MIB,
  };
}

/** Settings of the S3 endpoint; undefined if there is none. @throws if it is needed but missing or incomplete */
function s3Settings(config: Readonly<MonitoringConfig>): S3Settings | undefined {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config;
  if (S3_BUCKET === undefined) {
    if (config.CONTENT_STORE === 's3') throw new Error('CONTENT_STORE is s3, so S3_BUCKET must name a bucket');
    return undefined;
  }
  if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined)) {
    throw new Error('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  return {
    ...(config.S3_ENDPOINT === undefined ? {} : { endpoint: config.S3_ENDPOINT }),
    ...(S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined
      ? {}
      : { credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY } }),
    region: config.S3_REGION,
    bucket: S3_BUCKET,
    prefix: config.S3_PREFIX,
    usesPathStyle: config.S3_PATH_STYLE,
  };
}

const S3 = Symbol('S3');

/** Storage of uploads and plugins. */
@Module({
  providers: [
    ContentStoreQueries,
    {
      provide: S3,
      inject: [MonitoringConfig],
      useFactory: async (config: Readonly<MonitoringConfig>) => {
        const settings = s3Settings(config);
        return settings ? S3Backend.open(settings) : null;
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
