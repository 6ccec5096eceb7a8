import { FlagSetting, ListSetting, NumberSetting, TextSetting, UrlSetting } from '@wardstone/config';
import { AlertDeliveryConfig } from './notifications/delivery/alert-delivery.config';

const MAX_MIB = 80 * 1024;

/** Settings of the monitoring service. */
export class MonitoringConfig extends AlertDeliveryConfig {
  @NumberSetting(
    'Maximum concurrent expensive requests of this process: PromQL queries, dry runs, large reads of metric data, long lists and reports. One account can run at most half of them; further requests wait, at most 64 per account',
    { min: 1, max: 100 },
  )
  HEAVY_REQUESTS: number = 4;

  @FlagSetting(
    'Serve JSONP to programs and to pages of the product, but not to pages of other origins. If off, JSONP requests get 406',
  )
  JSONP: boolean = false;

  @TextSetting('Query parameter that names the JavaScript function of a JSONP request')
  JSONP_PARAMETER: string = 'jsonp';

  @UrlSetting(
    'Base URL of another console: links in notifications and in the column Details URL of reports become {CONSOLE_URL}/coregui/#…; default: the console of this product',
    { protocols: ['http', 'https'], optional: true },
  )
  CONSOLE_URL?: string;

  @TextSetting('Build of the product, as returned by GET /rest/status')
  BUILD_NUMBER: string = 'unknown';

  @NumberSetting('Concurrent background jobs of this process; 0: none, other replicas run them', { min: 0, max: 50 })
  JOBS_PER_PROCESS: number = 4;

  @FlagSetting('Allow agents to import their own machine. Otherwise a user imports it, unless the join token allows it')
  AGENTS_IMPORT: boolean = false;

  @ListSetting(
    'Names of agents that AGENTS_IMPORT applies to; * matches any text: web-*,*.eu. All if this and AGENTS_IMPORT_GROUPS are empty',
  )
  AGENTS_IMPORT_NAMES: string[] = [];

  @ListSetting('Groups whose agents AGENTS_IMPORT also applies to: agents enrolled with a join token for such a group')
  AGENTS_IMPORT_GROUPS: string[] = [];

  @NumberSetting('Time without a report after which the machine of an agent counts as down, in ms', {
    min: 60_000,
    max: 86_400_000,
  })
  AGENT_QUIET_TIMEOUT_MS: number = 300_000;

  @FlagSetting('Create the built-in alert definitions for hosts and file systems, each once')
  BUILT_IN_ALERT_DEFINITIONS: boolean = true;

  @FlagSetting('Create a sample platform with a server in a new installation, ready to be imported')
  SAMPLE_INVENTORY: boolean = false;

  @NumberSetting('Duration of creating a resource without an agent, in ms; for demonstrations', { min: 0, max: 60_000 })
  RESOURCE_CREATION_DELAY_MS: number = 0;

  @NumberSetting('Time a request waits for the creation of a resource, in ms', { min: 0, max: 30_000 })
  RESOURCE_CREATION_HOLD_MS: number = 2000;

  @NumberSetting('Age at which a computed baseline is recomputed, in hours; 0 computes none', { min: 0, max: 8760 })
  BASELINE_FREQUENCY_HOURS: number = 72;

  @NumberSetting('Age of the oldest values used for baselines, in hours', { min: 1, max: 336 })
  BASELINE_DATA_SET_HOURS: number = 168;

  @NumberSetting('Default time limit of operations, in seconds', { min: 1, max: 86_400 })
  OPERATION_TIMEOUT_SECONDS: number = 600;

  @NumberSetting('Retention of ended operations, in days; 0 keeps them forever', { min: 0, max: 36_500 })
  OPERATION_HISTORY_DAYS: number = 90;

  @ListSetting(
    'Names of operations that a second person must approve before they run, such as restart,run; * for all. Alerts cannot run them',
  )
  OPERATION_APPROVAL: string[] = [];

  @NumberSetting('Retention of former configurations, in days; 0 keeps them forever', { min: 0, max: 36_500 })
  CONFIGURATION_RETENTION_DAYS: number = 365;

  @TextSetting(
    'Where migrations place measured data: none keeps it in the database; citus distributes it over the workers of a Citus cluster (docs/scale.md)',
    { oneOf: ['none', 'citus'] },
  )
  METRICS_DISTRIBUTED: string = 'none';

  @TextSetting('Time zone of reports, an IANA name')
  REPORT_TIME_ZONE: string = 'UTC';

  @TextSetting('Locale for dates in reports')
  REPORT_LOCALE: string = 'en-US';

  @NumberSetting('Maximum number of events in a request (at most 16 MiB and 400,000 JSON values)', {
    min: 1,
    max: 100_000,
  })
  EVENTS_PER_REQUEST: number = 10_000;

  @NumberSetting('Retention of events, in days; 0 keeps them forever', { min: 0, max: 36_500 })
  EVENT_RETENTION_DAYS: number = 14;

  @NumberSetting('Retention of changes of watched files, in days; 0 keeps them forever', { min: 0, max: 36_500 })
  DRIFT_RETENTION_DAYS: number = 90;

  @NumberSetting('Maximum number of series that a selector of a PromQL query may find', { min: 1, max: 1_000_000 })
  PROMETHEUS_SERIES: number = 20_000;

  @NumberSetting('Maximum number of samples that a PromQL query may read and compute, up to 16 bytes each', {
    min: 1,
    max: 1_000_000_000,
  })
  PROMETHEUS_SAMPLES: number = 5_000_000;

  @NumberSetting('Time limit of a PromQL query, in ms', { min: 1, max: 600_000 })
  PROMETHEUS_TIMEOUT_MS: number = 30_000;

  @NumberSetting('Maximum number of expressions of alert definitions that are evaluated, over all resources', {
    min: 0,
    max: 1_000_000,
  })
  ALERT_EXPRESSIONS: number = 10_000;

  @NumberSetting('Maximum number of expressions of alert definitions per author', { min: 0, max: 1_000_000 })
  ALERT_EXPRESSIONS_PER_ACCOUNT: number = 2_000;

  @NumberSetting('Maximum number of series per account from remote write and OTLP', { min: 0, max: 10_000_000 })
  RECEIVED_SERIES: number = 100_000;

  @NumberSetting('Maximum number of new series per account and minute', { min: 0, max: 1_000_000 })
  RECEIVED_NEW_SERIES: number = 20_000;

  @NumberSetting('Time without new samples after which a series is removed with its values, in days', {
    min: 1,
    max: 36_500,
  })
  RECEIVED_SERIES_DAYS: number = 30;

  @TextSetting('Storage of new uploads and plugins; existing content stays readable where it is', {
    oneOf: ['database', 's3'],
  })
  CONTENT_STORE: string = 'database';

  @NumberSetting('Maximum upload size, in MiB', { min: 1, max: MAX_MIB })
  CONTENT_LIMIT_MIB: number = 256;

  @NumberSetting('Quota of all uploads and plugins, in MiB', { min: 1, max: 1024 * 1024 * 1024 })
  CONTENT_QUOTA_MIB: number = 10 * 1024;

  @NumberSetting('Quota of the uploads of one account, in MiB', { min: 1, max: 1024 * 1024 * 1024 })
  CONTENT_ACCOUNT_QUOTA_MIB: number = 1024;

  @UrlSetting('URL of the S3 endpoint; default: AWS, by region', {
    protocols: ['http', 'https'],
    optional: true,
  })
  S3_ENDPOINT?: string;

  @TextSetting('Bucket at the S3 endpoint, which must exist', { optional: true })
  S3_BUCKET?: string;

  @TextSetting('Region of the bucket')
  S3_REGION: string = 'us-east-1';

  @TextSetting('Prefix of object keys in the bucket')
  S3_PREFIX: string = 'wardstone/content/';

  @TextSetting('Access key of the S3 endpoint; default: as configured for AWS', { optional: true })
  S3_ACCESS_KEY_ID?: string;

  @TextSetting('Secret of the access key', { optional: true })
  S3_SECRET_ACCESS_KEY?: string;

  @FlagSetting('Use path-style addressing; required by most servers other than AWS')
  S3_PATH_STYLE: boolean = true;
}
