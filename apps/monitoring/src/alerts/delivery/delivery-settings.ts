export const DELIVERY_SETTINGS = Symbol('DeliverySettings');

export interface SnmpSettings {
  version: '1' | '2c' | '3';
  defaultHost: string;
  defaultPort: number;
  transport: 'udp' | 'tcp';
  trapOid: string;
  community: string;
  /** Of version 1. */
  enterpriseOid: string;
  /** Of version 1; the address of this machine when absent. */
  agentAddress: string | undefined;
  /** Of version 3. */
  securityName: string;
  authProtocol: string;
  authPassphrase: string;
  privacyProtocol: string;
  privacyPassphrase: string;
  /** Hexadecimal; made up per process when absent. */
  engineId: string | undefined;
  context: string;
}

/** What the operator of the server says about all alerts and notifications. */
export interface DeliverySettings {
  /** How long fired alerts are kept; 0 keeps them forever. */
  retentionDays: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Domain of users whose address is not known. */
  userMailDomain: string | undefined;
  snmp: SnmpSettings;
  /** Networks in CIDR notation that users may name although they are not public. */
  allowedNetworks: readonly string[];
  /** How long one addressee may take. */
  timeoutMs: number;
}
