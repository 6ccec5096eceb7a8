import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import * as snmp from 'net-snmp';
import type { Session, User, Varbind } from 'net-snmp';
import type { TargetOutcome } from '../domain/delivery';
import type { StoredConfig } from '../senders/sender-catalogue';
import { DELIVERY_SETTINGS, type DeliverySettings, type SnmpSettings } from './delivery-settings';
import { refused } from './mail-senders';
import { conditionsText, type Notice, platformOf, reasonOf, type Sender } from './notice';
import { TargetGuard, TargetRefused } from './target-guard';

const DEFAULT_PREFIX = '1.3.6.1.4.1.18016.2.1';
/** More does not fit into a datagram with the other bindings. */
const LONGEST_TEXT = 1000;

/** Sends traps of versions 1, 2c and 3. Traps are not acknowledged, so sent is all that is known. See rule alerts-29. */
@Injectable()
export class SnmpSender implements Sender {
  readonly name = 'SNMP Traps';

  constructor(
    private readonly guard: TargetGuard,
    @Inject(DELIVERY_SETTINGS) private readonly settings: DeliverySettings,
  ) {}

  async send(notice: Notice, config: StoredConfig): Promise<readonly TargetOutcome[]> {
    const { snmp: settings } = this.settings;
    const host = given(config['host']) ?? settings.defaultHost;
    if (host === '') return refused('property host is missing');
    const port = Number(given(config['port']) ?? settings.defaultPort);
    const prefix = given(config['oid']) ?? DEFAULT_PREFIX;
    const trapOid = given(config['trapOid']) ?? settings.trapOid;
    const target = `${host}:${port}`;
    try {
      // The default too: the port may be the user's choice.
      const { address } = await this.guard.resolve(host);
      await this.trap(openSession(settings, address, port), bare(trapOid), bindings(bare(prefix), notice));
      return [{ target, outcome: 'sent', text: target }];
    } catch (error) {
      const outcome = error instanceof TargetRefused ? 'refused' : 'failed';
      return [{ target, outcome, text: `${target}: ${reasonOf(error)}` }];
    }
  }

  private async trap(session: Session, trapOid: string, varbinds: Varbind[]): Promise<void> {
    const { snmp: settings, timeoutMs } = this.settings;
    const deadline = new AbortController();
    try {
      // In version 1 the last number of the enterprise's trap is the specific type, 0 here.
      const type = settings.version === '1' ? `${bare(settings.enterpriseOid)}.0` : trapOid;
      const options = settings.agentAddress === undefined ? {} : { agentAddr: settings.agentAddress };
      const sent = new Promise<void>((resolve, reject) => {
        session.on('error', reject);
        session.trap(type, varbinds, options, (error) => (error ? reject(error) : resolve()));
      });
      const late = sleep(timeoutMs, undefined, { signal: deadline.signal }).then(() => {
        throw new Error(`not sent within ${timeoutMs} ms`);
      });
      await Promise.race([sent, late]);
    } finally {
      deadline.abort();
      session.close();
    }
  }
}

function openSession(settings: SnmpSettings, target: string, trapPort: number): Session {
  const isV6 = target.includes(':');
  const transport = settings.transport === 'udp' ? (isV6 ? 'udp6' : 'udp4') : 'tcp';
  const common = { transport, trapPort, retries: 0 };
  if (settings.version !== '3') {
    const version = settings.version === '1' ? snmp.Version1 : snmp.Version2c;
    return snmp.createSession(target, settings.community, { ...common, version });
  }
  return snmp.createV3Session(target, userOf(settings), {
    ...common,
    version: snmp.Version3,
    context: settings.context,
    ...(settings.engineId === undefined ? {} : { engineID: settings.engineId }),
  });
}

const PRIVACY_PROTOCOLS: Readonly<Record<string, string>> = { DES: 'des', AES: 'aes', AES256: 'aes256b' };

function userOf(settings: SnmpSettings): User {
  const { securityName: name, authProtocol, privacyProtocol } = settings;
  if (authProtocol === 'none') return { name, level: snmp.SecurityLevel.noAuthNoPriv };
  const signed = {
    name,
    authProtocol: snmp.AuthProtocols[authProtocol.toLowerCase()],
    authKey: settings.authPassphrase,
  };
  if (privacyProtocol === 'none') return { ...signed, level: snmp.SecurityLevel.authNoPriv };
  return {
    ...signed,
    level: snmp.SecurityLevel.authPriv,
    privProtocol: snmp.PrivProtocols[PRIVACY_PROTOCOLS[privacyProtocol] ?? 'aes'],
    privKey: settings.privacyPassphrase,
  };
}

function bindings(prefix: string, notice: Notice): Varbind[] {
  const { definition, resource, url } = notice;
  const texts = [
    definition.name,
    resource.name,
    platformOf(notice),
    conditionsText(notice),
    definition.priority.toLowerCase(),
    url,
    resource.lineage.join('::'),
  ];
  return texts.map((text, index) => ({
    oid: `${prefix}.${index + 1}`,
    type: snmp.ObjectType.OctetString,
    value: text.slice(0, LONGEST_TEXT),
  }));
}

function given(text = ''): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

function bare(oid: string): string {
  return oid.replace(/^\./, '');
}
