import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import * as snmp from 'net-snmp';
import type { Session, User, Varbind } from 'net-snmp';
import type { StoredConfig, TargetOutcome } from '@wardstone/alerting';
import { cutText, inBytes } from '@wardstone/units';
import { AlertDeliveryConfig } from './alert-delivery.config';
import { refuseAll } from './recipient-senders';
import { conditionsText, type Notice, getHost, toErrorLine, type Sender } from './notice';
import { TargetGuard, TargetRefused } from './target-guard';

const DEFAULT_PREFIX = '1.3.6.1.4.1.18016.2.1';
/** In bytes; longer texts do not fit into a datagram with the other bindings. */
const MAX_TEXT_LENGTH = 1000;

/**
 * Sends traps of SNMP versions 1, 2c and 3. Traps are not acknowledged, so it is only known that they were sent. See
 * rule alerts-29.
 */
@Injectable()
export class SnmpSender implements Sender {
  readonly name = 'SNMP Traps';

  constructor(
    private readonly guard: TargetGuard,
    private readonly config: AlertDeliveryConfig,
  ) {}

  async send(notice: Notice, chosen: StoredConfig): Promise<readonly TargetOutcome[]> {
    const { config } = this;
    const host = given(chosen['host']) ?? config.SNMP_DEFAULT_HOST;
    if (host === '') return refuseAll('property host is missing');
    const port = Number(given(chosen['port']) ?? config.SNMP_DEFAULT_PORT);
    const prefix = given(chosen['oid']) ?? DEFAULT_PREFIX;
    const trapOid = given(chosen['trapOid']) ?? config.SNMP_TRAP_OID;
    const target = `${host}:${port}`;
    try {
      // Checks even the default, because the port may be the user's choice.
      const { address } = await this.guard.resolve(host);
      await this.trap(openSession(config, address, port), withoutDot(trapOid), bindings(withoutDot(prefix), notice));
      return [{ target, outcome: 'sent', text: target }];
    } catch (error) {
      const outcome = error instanceof TargetRefused ? 'refused' : 'failed';
      return [{ target, outcome, text: `${target}: ${toErrorLine(error)}` }];
    }
  }

  private async trap(session: Session, trapOid: string, varbinds: Varbind[]): Promise<void> {
    const { config } = this;
    const deadline = new AbortController();
    try {
      // In version 1, the last number of the enterprise trap's OID is the specific type, here 0.
      const type = config.SNMP_VERSION === '1' ? `${withoutDot(config.SNMP_ENTERPRISE_OID)}.0` : trapOid;
      const options = config.SNMP_AGENT_ADDRESS === undefined ? {} : { agentAddr: config.SNMP_AGENT_ADDRESS };
      const sent = new Promise<void>((resolve, reject) => {
        session.on('error', reject);
        session.trap(type, varbinds, options, (error) => (error ? reject(error) : resolve()));
      });
      const late = sleep(config.ALERT_SEND_TIMEOUT_MS, undefined, { signal: deadline.signal }).then(() => {
        throw new Error(`not sent within ${config.ALERT_SEND_TIMEOUT_MS} ms`);
      });
      await Promise.race([sent, late]);
    } finally {
      deadline.abort();
      session.close();
    }
  }
}

function openSession(config: AlertDeliveryConfig, target: string, trapPort: number): Session {
  const isV6 = target.includes(':');
  const transport = config.SNMP_TRANSPORT === 'udp' ? (isV6 ? 'udp6' : 'udp4') : 'tcp';
  const common = { transport, trapPort, retries: 0 };
  if (config.SNMP_VERSION !== '3') {
    const version = config.SNMP_VERSION === '1' ? snmp.Version1 : snmp.Version2c;
    return snmp.createSession(target, config.SNMP_COMMUNITY, { ...common, version });
  }
  return snmp.createV3Session(target, getUser(config), {
    ...common,
    version: snmp.Version3,
    context: config.SNMP_CONTEXT ?? '',
    ...(config.SNMP_ENGINE_ID === undefined ? {} : { engineID: config.SNMP_ENGINE_ID }),
  });
}

const PRIVACY_PROTOCOLS: Readonly<Record<string, string>> = { DES: 'des', AES: 'aes', AES256: 'aes256b' };

function getUser(config: AlertDeliveryConfig): User {
  const { SNMP_SECURITY_NAME: name, SNMP_AUTH_PROTOCOL: authProtocol, SNMP_PRIVACY_PROTOCOL: privacyProtocol } = config;
  if (authProtocol === 'none') return { name, level: snmp.SecurityLevel.noAuthNoPriv };
  const signed = {
    name,
    authProtocol: snmp.AuthProtocols[authProtocol.toLowerCase()],
    authKey: config.SNMP_AUTH_PASSPHRASE ?? '',
  };
  if (privacyProtocol === 'none') return { ...signed, level: snmp.SecurityLevel.authNoPriv };
  return {
    ...signed,
    level: snmp.SecurityLevel.authPriv,
    privProtocol: snmp.PrivProtocols[PRIVACY_PROTOCOLS[privacyProtocol] ?? 'aes'],
    privKey: config.SNMP_PRIVACY_PASSPHRASE ?? '',
  };
}

function bindings(prefix: string, notice: Notice): Varbind[] {
  const { definition, resource, url } = notice;
  const texts = [
    definition.name,
    resource.name,
    getHost(notice),
    conditionsText(notice),
    definition.priority.toLowerCase(),
    url,
    resource.lineage.join('::'),
  ];
  return texts.map((text, index) => ({
    oid: `${prefix}.${index + 1}`,
    type: snmp.ObjectType.OctetString,
    value: cutText(text, MAX_TEXT_LENGTH, inBytes),
  }));
}

function given(text = ''): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

function withoutDot(oid: string): string {
  return oid.replace(/^\./, '');
}
