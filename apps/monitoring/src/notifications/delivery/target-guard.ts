import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import { AlertDeliveryConfig } from './alert-delivery.config';

/** Addresses of this machine, of private networks, or of nothing on the Internet (RFC 6890 and its successors). */
const NOT_PUBLIC = [
  // IPv6 ranges that tunnel to an embedded IPv4 address; includes unspecified and loopback.
  '::/96',
  '::ffff:0:0:0/96',
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  // Looks public, but serves metadata to Azure machines: names, settings, keys.
  '168.63.129.16/32',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

export class TargetRefused extends Error {}

export interface Target {
  address: string;
  family: 4 | 6;
}

/**
 * Keeps users' addresses away from the operator's internal network: refuses the networks of RFC 6890, except those in
 * ALERT_ALLOWED_NETWORKS.
 */
@Injectable()
export class TargetGuard {
  private readonly blocked = toList(NOT_PUBLIC);
  private readonly allowed: BlockList;

  constructor({ ALERT_ALLOWED_NETWORKS }: AlertDeliveryConfig) {
    this.allowed = toList(ALERT_ALLOWED_NETWORKS);
  }

  /**
   * The address to connect to: resolving a name again could give another one.
   * @throws TargetRefused, and the error of the resolver
   */
  async resolve(host: string): Promise<Target> {
    const bare = host.replace(/^\[(.*)\]$/, '$1');
    const family = isIP(bare);
    const found = family === 0 ? await lookup(bare, { all: true, verbatim: true }) : [{ address: bare, family }];
    const open = found.find(({ address, family: kind }) => this.isOpen(address, kind === 6 ? 'ipv6' : 'ipv4'));
    if (!open) throw new TargetRefused(`${host} is not a public address, and not among ALERT_ALLOWED_NETWORKS`);
    return { address: open.address, family: open.family === 6 ? 6 : 4 };
  }

  private isOpen(address: string, kind: 'ipv4' | 'ipv6'): boolean {
    const bare = address.replace(/%.*$/, '');
    return this.allowed.check(bare, kind) || !this.blocked.check(bare, kind);
  }
}

/** @throws when an entry is not a network: a setting that is misread would open or close the wrong doors. */
function toList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.trim().split('/');
    const family = isIP(address);
    const length = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits);
    if (family === 0 || !Number.isInteger(length)) throw new Error(`not a network: ${network}`);
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
