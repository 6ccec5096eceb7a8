import { FlagSetting, NumberSetting, TextSetting, UrlSetting } from '@wardstone/config';
import { AlertDeliveryConfig } from './alerts/delivery/alert-delivery.config';

const MAX_MIB = 80 * 1024;

/** Settings of the monitoring service. */
export class MonitoringConfig extends AlertDeliveryConfig {
  @FlagSetting({
    description:
      'Answer JSONP to programs and to pages of the product itself; never to pages of other addresses. Off: 406',
  })
  JSONP: boolean = false;

  @TextSetting({ description: 'Query parameter that names the JavaScript function of a JSONP request' })
  JSONP_PARAMETER: string = 'jsonp';

  @UrlSetting({
    protocols: ['http', 'https'],
    optional: true,
    description:
      'Address of a console that coregui links and the Details URLs of reports lead to, as {CONSOLE_URL}/coregui/#…; the pages of the service itself when absent',
  })
  CONSOLE_URL?: string;

  @TextSetting({ description: 'Build of the product, as GET /rest/status tells it' })
  BUILD_NUMBER: string = 'unknown';

  @NumberSetting({
    min: 0,
    max: 50,
    description: 'Background jobs that this process does at a time; 0 leaves them all to other replicas',
  })
  JOBS_PER_PROCESS: number = 4;

  @FlagSetting({ description: 'Whether agents may import their own machine; otherwise a user imports it' })
  AGENTS_IMPORT: boolean = false;

  @NumberSetting({
    min: 60_000,
    max: 86_400_000,
    description: 'How long an agent may be silent before its machine counts as down, since its last report, in ms',
  })
  AGENT_QUIET_TIMEOUT_MS: number = 300_000;

  @FlagSetting({ description: 'Give a new installation a discovered platform with a server, to be imported' })
  SAMPLE_INVENTORY: boolean = false;

  @NumberSetting({
    min: 0,
    max: 60_000,
    description: 'How long creating a resource takes that no agent creates, in ms; for demonstrations',
  })
  RESOURCE_CREATION_DELAY_MS: number = 0;

  @NumberSetting({ min: 0, max: 30_000, description: 'How long a request waits for a resource to be created, in ms' })
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
    description: 'How far back the values reach that a baseline is made of, in hours',
  })
  BASELINE_DATA_SET_HOURS: number = 168;

  @NumberSetting({
    min: 1,
    max: 86_400,
    description: 'Seconds that operations without a time-out of their own may take',
  })
  OPERATION_TIMEOUT_SECONDS: number = 600;

  @NumberSetting({ min: 0, max: 36_500, description: 'Days that ended operations are kept; 0 is for ever' })
  OPERATION_HISTORY_DAYS: number = 90;

  @TextSetting({ description: 'Time zone of reports, as IANA names it' })
  REPORT_TIME_ZONE: string = 'UTC';

  @TextSetting({ description: 'Language of the words in times of reports, e.g. AM; the pattern is the same in all' })
  REPORT_LOCALE: string = 'en-US';

  @NumberSetting({ min: 1, max: 100_000, description: 'Events that one request may submit' })
  EVENTS_PER_REQUEST: number = 10_000;

  @NumberSetting({ min: 0, max: 36_500, description: 'Days that events are kept; 0 is for ever' })
  EVENT_RETENTION_DAYS: number = 14;

  @TextSetting({
    oneOf: ['database', 's3'],
    description: 'Where new uploads and plugins are kept; what was stored elsewhere before is still found there',
  })
  CONTENT_STORE: string = 'database';

  @NumberSetting({ min: 1, max: MAX_MIB, description: 'Largest upload, in MiB' })
  CONTENT_LIMIT_MIB: number = 256;

  @NumberSetting({ min: 1, max: 1024 * 1024 * 1024, description: 'Room for all uploads and plugins together, in MiB' })
  CONTENT_QUOTA_MIB: number = 10 * 1024;

  @NumberSetting({ min: 1, max: 1024 * 1024 * 1024, description: 'Room for the uploads of one account, in MiB' })
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

  @TextSetting({ description: 'What the keys of objects in the bucket begin with' })
  S3_PREFIX: string = 'wardstone/content/';

  @TextSetting({ optional: true, description: 'Access key of the S3 endpoint; the AWS defaults are tried when absent' })
  S3_ACCESS_KEY_ID?: string;

  @TextSetting({ optional: true, description: 'Secret of the access key' })
  S3_SECRET_ACCESS_KEY?: string;

  @FlagSetting({ description: 'Name the bucket in the path, not in the host name; most servers but AWS need it' })
  S3_PATH_STYLE: boolean = true;
}
