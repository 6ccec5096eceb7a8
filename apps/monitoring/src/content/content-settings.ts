import type { MonitoringConfig } from '../monitoring.config';
import type { ContentLimits } from './content-store';
import type { S3Settings } from './s3.backend';

const MIB = 1024 * 1024;

export function contentLimits(config: Readonly<MonitoringConfig>): ContentLimits {
  return {
    limitBytes: config.CONTENT_LIMIT_MIB * MIB,
    quotaBytes: config.CONTENT_QUOTA_MIB * MIB,
    accountQuotaBytes: config.CONTENT_ACCOUNT_QUOTA_MIB * MIB,
  };
}

/** Where the S3 endpoint is; undefined when none is set. @throws when it is needed and not set, or set by halves */
export function s3Settings(config: Readonly<MonitoringConfig>): S3Settings | undefined {
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
