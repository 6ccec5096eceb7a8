import { FlagSetting, ListSetting, NumberSetting, TextSetting, UrlSetting } from '@wardstone/config';
import { AlertDeliveryConfig } from './alerts/delivery/alert-delivery.config';

const MAX_MIB = 80 * 1024;

/** Settings of the monitoring service. */
export class MonitoringConfig extends AlertDeliveryConfig {
  @FlagSetting({
    description:
      'Serve JSONP to programs and to pages of the product itself, never to pages of other origins. Off: 406',
  })
  JSONP: boolean = false;

  @TextSetting({ description: 'Query parameter that names the JavaScript function of a JSONP request' })
  JSONP_PARAMETER: string = 'jsonp';

  @UrlSetting({
    protocols: ['http', 'https'],
    optional: true,
    description:
      'URL of another console that links for people (coregui, Details URLs of reports, notifications) point to, as {CONSOLE_URL}/coregui/#…; the console of the product when absent',
  })
  CONSOLE_URL?: string;

  @TextSetting({ description: 'Build of the product, as returned by GET /rest/status' })
  BUILD_NUMBER: string = 'unknown';

  @NumberSetting({
    min: 0,
    max: 50,
    description: 'Concurrent background jobs of this process; 0 leaves all to other replicas',
  })
  JOBS_PER_PROCESS: number = 4;

  @FlagSetting({
    description:
      'Whether agents may import their own machine; otherwise a user imports it, unless the join token of the agent allows it',
  })
  AGENTS_IMPORT: boolean = false;

  @ListSetting({
    description:
      'Names of the agents that may do so, * for any characters: web-*,*.eu; all when this and AGENTS_IMPORT_GROUPS are empty',
  })
  AGENTS_IMPORT_NAMES: string[] = [];

  @ListSetting({
    description: 'Groups whose agents may do so, too: agents that enrolled with a join token for such a group',
  })
  AGENTS_IMPORT_GROUPS: string[] = [];

  @NumberSetting({
    min: 60_000,
    max: 86_400_000,
    description: 'Time since its last report after which the machine of an agent counts as down, in ms',
  })
  AGENT_QUIET_TIMEOUT_MS: number = 300_000;

  @FlagSetting({ description: 'Create a sample platform with a server in a new installation, ready to be imported' })
  SAMPLE_INVENTORY: boolean = false;

  @NumberSetting({
    min: 0,
    max: 60_000,
    description: 'Duration of creating a resource without an agent, in ms; for demonstrations',
  })
  RESOURCE_CREATION_DELAY_MS: number = 0;

  @NumberSetting({ min: 0, max: 30_000, description: 'Time a request waits for the creation of a resource, in ms' })
  RESOURCE_CREATION_HOLD_MS: number = 2000;

  @NumberSetting({
    min: 0,
    max: 8760,
    description: 'Age at which a computed baseline is recomputed, in hours; 0 computes none',
  })
  BASELINE_FREQUENCY_HOURS: number = 72;

  @NumberSetting({
    min: 1,
    max: 336,
    description: 'Age of the oldest values used for baselines, in hours',
  })
  BASELINE_DATA_SET_HOURS: number = 168;

  @NumberSetting({
    min: 1,
    max: 86_400,
    description: 'Default time limit of operations, in seconds',
  })
  OPERATION_TIMEOUT_SECONDS: number = 600;

  @NumberSetting({ min: 0, max: 36_500, description: 'Retention of ended operations, in days; 0 keeps them forever' })
  OPERATION_HISTORY_DAYS: number = 90;

  @TextSetting({ description: 'Time zone of reports, an IANA name' })
  REPORT_TIME_ZONE: string = 'UTC';

  @TextSetting({ description: 'Locale for dates in reports' })
  REPORT_LOCALE: string = 'en-US';

  @NumberSetting({
    min: 1,
    max: 100_000,
    description: 'Maximum number of events in a request, which has 16 MiB and 400,000 JSON values at most',
  })
  EVENTS_PER_REQUEST: number = 10_000;

  @NumberSetting({ min: 0, max: 36_500, description: 'Retention of events, in days; 0 keeps them forever' })
  EVENT_RETENTION_DAYS: number = 14;

  @TextSetting({
    oneOf: ['database', 's3'],
    description: 'Storage of new uploads and plugins; existing content stays readable where it is',
  })
  CONTENT_STORE: string = 'database';

  @NumberSetting({ min: 1, max: MAX_MIB, description: 'Largest upload, in MiB' })
  CONTENT_LIMIT_MIB: number = 256;

  @NumberSetting({ min: 1, max: 1024 * 1024 * 1024, description: 'Quota of all uploads and plugins, in MiB' })
  CONTENT_QUOTA_MIB: number = 10 * 1024;

  @NumberSetting({ min: 1, max: 1024 * 1024 * 1024, description: 'Quota of the uploads of one account, in MiB' })
  CONTENT_ACCOUNT_QUOTA_MIB: number = 1024;

  @UrlSetting({
    protocols: ['http', 'https'],
    optional: true,
    description: 'Address of the S3 endpoint; that of AWS for the region when absent',
  })
  S3_ENDPOINT?: string;

  @TextSetting({ optional: true, description: 'Bucket at the S3 endpoint, which must exist' })
  S3_BUCKET?: string;

  @TextSetting({ description: 'Region of the bucket' })
  S3_REGION: string = 'us-east-1';

  @TextSetting({ description: 'Prefix of object keys in the bucket' })
  S3_PREFIX: string = 'wardstone/content/';

  @TextSetting({ optional: true, description: 'Access key of the S3 endpoint; AWS defaults when absent' })
  S3_ACCESS_KEY_ID?: string;

  @TextSetting({ optional: true, description: 'Secret of the access key' })
  S3_SECRET_ACCESS_KEY?: string;

  @FlagSetting({ description: 'Use path-style addressing; required by most servers other than AWS' })
  S3_PATH_STYLE: boolean = true;
}
