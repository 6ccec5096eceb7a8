import { ListSetting, NumberSetting, SharedServiceConfig, TextSetting, UrlSetting } from '@wardstone/config';
import type { DeliverySettings } from './delivery-settings';

/** Settings of alerts and of the senders of their notifications. See rules alerts-29, alerts-30. */
export class AlertDeliveryConfig extends SharedServiceConfig {
  @NumberSetting({ min: 0, max: 36_500, description: 'Retention of fired alerts, in days; 0 keeps them forever' })
  ALERT_RETENTION_DAYS: number = 31;

  @UrlSetting({
    protocols: ['smtp', 'smtps'],
    optional: true,
    description: 'SMTP server for alert notifications, e.g. smtp://user:password@mail.example.com:587',
  })
  SMTP_URL?: string;

  @TextSetting({ description: 'Sender address of alert e-mails' })
  MAIL_FROM: string = 'wardstone@localhost';

  @TextSetting({
    optional: true,
    description: 'Domain of the e-mail addresses of users: name@domain, unless the user name is an address',
  })
  USER_MAIL_DOMAIN?: string;

  @ListSetting({
    description:
      'Networks in CIDR notation that webhooks and traps may reach although they are not public, e.g. 10.0.0.0/8',
  })
  ALERT_ALLOWED_NETWORKS: string[] = [];

  @NumberSetting({ min: 100, max: 60_000, description: 'Time limit per recipient of a notification, in ms' })
  ALERT_SEND_TIMEOUT_MS: number = 5000;

  @TextSetting({ oneOf: ['1', '2c', '3'], description: 'SNMP version of alert traps' })
  SNMP_VERSION: string = '1';

  @TextSetting({ description: 'Default host of traps; checked like any other' })
  SNMP_DEFAULT_HOST: string = 'localhost';

  @NumberSetting({ min: 1, max: 65_535, description: 'Default port of traps' })
  SNMP_DEFAULT_PORT: number = 162;

  @TextSetting({ oneOf: ['udp', 'tcp'], description: 'Transport of traps' })
  SNMP_TRANSPORT: string = 'udp';

  @TextSetting({ description: 'Default OID of traps' })
  SNMP_TRAP_OID: string = '1.3.6.1.4.1.18016.2.1';

  @TextSetting({ description: 'Community of traps of versions 1 and 2c' })
  SNMP_COMMUNITY: string = 'public';

  @TextSetting({ description: 'Enterprise of traps of version 1' })
  SNMP_ENTERPRISE_OID: string = '1.3.6.1.4.1.18016.2.1';

  @TextSetting({ optional: true, description: 'Address of the agent in traps of version 1' })
  SNMP_AGENT_ADDRESS?: string;

  @TextSetting({ description: 'Security name of traps of version 3' })
  SNMP_SECURITY_NAME: string = 'wardstone';

  @TextSetting({
    oneOf: ['none', 'MD5', 'SHA', 'SHA224', 'SHA256', 'SHA384', 'SHA512'],
    description: 'Authentication protocol of SNMPv3 traps',
  })
  SNMP_AUTH_PROTOCOL: string = 'none';

  @TextSetting({ optional: true, description: 'Authentication passphrase, at least 8 characters' })
  SNMP_AUTH_PASSPHRASE?: string;

  @TextSetting({
    oneOf: ['none', 'DES', 'AES', 'AES256'],
    description: 'Privacy protocol of SNMPv3 traps; requires authentication',
  })
  SNMP_PRIVACY_PROTOCOL: string = 'none';

  @TextSetting({ optional: true, description: 'Privacy passphrase, at least 8 characters' })
  SNMP_PRIVACY_PASSPHRASE?: string;

  @TextSetting({ optional: true, description: 'Engine id of traps of version 3, in hexadecimal digits' })
  SNMP_ENGINE_ID?: string;

  @TextSetting({ optional: true, description: 'Context of traps of version 3' })
  SNMP_CONTEXT?: string;
}

export function deliverySettings(config: Readonly<AlertDeliveryConfig>): DeliverySettings {
  return {
    smtpUrl: config.SMTP_URL,
    retentionDays: config.ALERT_RETENTION_DAYS,
    mailFrom: config.MAIL_FROM,
    userMailDomain: config.USER_MAIL_DOMAIN,
    allowedNetworks: config.ALERT_ALLOWED_NETWORKS,
    timeoutMs: config.ALERT_SEND_TIMEOUT_MS,
    snmp: {
      version: config.SNMP_VERSION as '1' | '2c' | '3',
      defaultHost: config.SNMP_DEFAULT_HOST,
      defaultPort: config.SNMP_DEFAULT_PORT,
      transport: config.SNMP_TRANSPORT as 'udp' | 'tcp',
      trapOid: config.SNMP_TRAP_OID,
      community: config.SNMP_COMMUNITY,
      enterpriseOid: config.SNMP_ENTERPRISE_OID,
      agentAddress: config.SNMP_AGENT_ADDRESS,
      securityName: config.SNMP_SECURITY_NAME,
      authProtocol: config.SNMP_AUTH_PROTOCOL,
      authPassphrase: config.SNMP_AUTH_PASSPHRASE ?? '',
      privacyProtocol: config.SNMP_PRIVACY_PROTOCOL,
      privacyPassphrase: config.SNMP_PRIVACY_PASSPHRASE ?? '',
      engineId: config.SNMP_ENGINE_ID,
      context: config.SNMP_CONTEXT ?? '',
    },
  };
}
