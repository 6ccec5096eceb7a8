import { GROUPINGS } from '@wardstone/alerting';
import { ListSetting, NumberSetting, SharedServiceConfig, TextSetting, UrlSetting } from '@wardstone/config';

/** Settings of alerts and of the senders of their notifications. See rules alerts-29, alerts-30. */
export class AlertDeliveryConfig extends SharedServiceConfig {
  @NumberSetting('Retention of fired alerts, in days; 0 keeps them forever', { min: 0, max: 36_500 })
  ALERT_RETENTION_DAYS: number = 31;

  @TextSetting(
    'Grouping of alerts into incidents: by alert definition and resource (problem), alert definition (definition), group or resource type (group), or host (host). A definition can override it',
    { oneOf: [...GROUPINGS] },
  )
  ALERT_GROUP_BY: string = 'definition';

  @NumberSetting('Time to wait for more alerts before the first notification of an incident, in seconds', {
    min: 0,
    max: 3600,
  })
  ALERT_GROUP_WAIT_SECONDS: number = 5;

  @NumberSetting('Minimum time between two notifications of an incident to a recipient, in seconds', {
    min: 0,
    max: 86_400,
  })
  ALERT_GROUP_INTERVAL_SECONDS: number = 300;

  @NumberSetting('Time after its latest alert during which an incident accepts new alerts, in minutes', {
    min: 1,
    max: 10_080,
  })
  ALERT_GROUP_WINDOW_MINUTES: number = 60;

  @NumberSetting(
    'Age at which alerts whose recovery cannot be detected (events, operations, changes) are closed, in hours; 0: never',
    { min: 0, max: 8784 },
  )
  ALERT_CLOSE_AFTER_HOURS: number = 24;

  @NumberSetting(
    'Maximum alert notifications per hour to a person or chat channel; the rest are sent as a digest. 0: no limit',
    { min: 0, max: 10_000 },
  )
  ALERT_RECIPIENT_LIMIT: number = 30;

  @NumberSetting(
    'How often an alert fires and recovers within ALERT_FLAPPING_MINUTES before it counts as flapping; 0: never',
    { min: 0, max: 1000 },
  )
  ALERT_FLAPPING_COUNT: number = 4;

  @NumberSetting('Period of ALERT_FLAPPING_COUNT, in minutes', { min: 1, max: 1440 })
  ALERT_FLAPPING_MINUTES: number = 30;

  @UrlSetting('SMTP server for alert notifications, e.g. smtp://user:password@mail.example.com:587', {
    protocols: ['smtp', 'smtps'],
    optional: true,
  })
  SMTP_URL?: string;

  @TextSetting('Sender address of alert e-mails')
  MAIL_FROM: string = 'wardstone@localhost';

  @UrlSetting(
    'URL of an HTTP gateway for text messages (POST), with the same network checks as webhooks. Unset: no text messages',
    { protocols: ['http', 'https'], optional: true },
  )
  SMS_GATEWAY_URL?: string;

  @TextSetting('Media type of requests to the gateway', {
    oneOf: ['application/json', 'application/x-www-form-urlencoded'],
  })
  SMS_GATEWAY_TYPE: string = 'application/json';

  @TextSetting(
    'Request body, JSON or form (To=%2B1…&Body=…) depending on the media type; {to} and {text} are replaced by number and text',
  )
  SMS_GATEWAY_BODY: string = '{"to":"{to}","text":"{text}"}';

  @TextSetting('Authorization header of requests to the gateway, e.g. Bearer …', { optional: true })
  SMS_GATEWAY_AUTHORIZATION?: string;

  @UrlSetting(
    'URL of an HTTP gateway for voice calls (POST), with the same network checks as webhooks. Unset: no voice calls',
    { protocols: ['http', 'https'], optional: true },
  )
  VOICE_GATEWAY_URL?: string;

  @TextSetting('Media type of requests to the gateway', {
    oneOf: ['application/json', 'application/x-www-form-urlencoded'],
  })
  VOICE_GATEWAY_TYPE: string = 'application/json';

  @TextSetting(
    'Request body, JSON or form (To=%2B1…&Body=…) depending on the media type; {to} and {text} are replaced by number and text',
  )
  VOICE_GATEWAY_BODY: string = '{"to":"{to}","text":"{text}"}';

  @TextSetting('Authorization header of requests to the gateway, e.g. Bearer …', { optional: true })
  VOICE_GATEWAY_AUTHORIZATION?: string;

  @ListSetting('Private networks that webhooks and traps may reach, in CIDR notation, e.g. 10.0.0.0/8')
  ALERT_ALLOWED_NETWORKS: string[] = [];

  @UrlSetting(
    'Proxy (HTTP CONNECT) for the hosts in ALERT_PROXY_HOSTS, e.g. http://user:password@proxy.example.com:3128; not used for mail and traps',
    { protocols: ['http', 'https'], optional: true },
  )
  ALERT_PROXY_URL?: string;

  @ListSetting(
    'Hosts that notifications reach through ALERT_PROXY_URL, e.g. hooks.slack.com,*.webhook.office.com; others are reached directly',
  )
  ALERT_PROXY_HOSTS: string[] = [];

  @UrlSetting(
    "URL of an external dead man's switch, which is pinged while alerts are evaluated and delivered; same network checks as webhooks",
    {
      protocols: ['http', 'https'],
      optional: true,
    },
  )
  DEAD_MANS_SWITCH_URL?: string;

  @NumberSetting('Interval of pings to DEAD_MANS_SWITCH_URL, in minutes', { min: 1, max: 1440 })
  DEAD_MANS_SWITCH_MINUTES: number = 5;

  @ListSetting(
    'URLs of Alertmanagers that are sent the alerts of all expressions, e.g. https://user:password@alertmanager.example.com; /api/v2/alerts is appended, and private networks need ALERT_ALLOWED_NETWORKS',
  )
  ALERTMANAGER_URLS: string[] = [];

  @NumberSetting('Interval at which Alertmanagers are sent an alert again, in seconds', { min: 1, max: 3600 })
  ALERTMANAGER_RESEND_SECONDS: number = 60;

  @NumberSetting('Time limit per recipient of a notification, in ms', { min: 100, max: 60_000 })
  ALERT_SEND_TIMEOUT_MS: number = 5000;

  @NumberSetting(
    'Lifetime of the links in notifications that acknowledge and resolve alerts without a login, in hours; 0: no links',
    {
      min: 0,
      max: 168,
    },
  )
  ALERT_LINK_HOURS: number = 24;

  @TextSetting('SNMP version of alert traps', { oneOf: ['1', '2c', '3'] })
  SNMP_VERSION: string = '1';

  @TextSetting('Default host of traps, with the same network checks as webhooks')
  SNMP_DEFAULT_HOST: string = 'localhost';

  @NumberSetting('Default port of traps', { min: 1, max: 65_535 })
  SNMP_DEFAULT_PORT: number = 162;

  @TextSetting('Transport of traps', { oneOf: ['udp', 'tcp'] })
  SNMP_TRANSPORT: string = 'udp';

  @TextSetting('Default OID of traps')
  SNMP_TRAP_OID: string = '1.3.6.1.4.1.18016.2.1';

  @TextSetting('Community of traps of versions 1 and 2c')
  SNMP_COMMUNITY: string = 'public';

  @TextSetting('Enterprise OID of traps of version 1')
  SNMP_ENTERPRISE_OID: string = '1.3.6.1.4.1.18016.2.1';

  @TextSetting('Address of the agent in traps of version 1', { optional: true })
  SNMP_AGENT_ADDRESS?: string;

  @TextSetting('Security name of traps of version 3')
  SNMP_SECURITY_NAME: string = 'wardstone';

  @TextSetting('Authentication protocol of SNMPv3 traps', {
    oneOf: ['none', 'MD5', 'SHA', 'SHA224', 'SHA256', 'SHA384', 'SHA512'],
  })
  SNMP_AUTH_PROTOCOL: string = 'none';

  @TextSetting('Authentication passphrase, at least 8 characters', { optional: true })
  SNMP_AUTH_PASSPHRASE?: string;

  @TextSetting('Privacy protocol of SNMPv3 traps; requires authentication', { oneOf: ['none', 'DES', 'AES', 'AES256'] })
  SNMP_PRIVACY_PROTOCOL: string = 'none';

  @TextSetting('Privacy passphrase, at least 8 characters', { optional: true })
  SNMP_PRIVACY_PASSPHRASE?: string;

  @TextSetting('Engine id of traps of version 3, in hexadecimal digits', { optional: true })
  SNMP_ENGINE_ID?: string;

  @TextSetting('Context of traps of version 3', { optional: true })
  SNMP_CONTEXT?: string;
}
