import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/** A TCP or UDP port, or an ICMP echo request, which has none. */
export type TargetPort = number | 'ping';

export interface TargetAddress {
  address: string;
  family: 4 | 6;
}

/** The owner of the host does not permit the target. The message is for users. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

interface Entry {
  matchesPort: (port: TargetPort) => boolean;
  /** Set for addresses and networks. */
  network?: BlockList;
  /** Set for host names; for a wildcard, the suffix after the asterisk (`.example.org`). */
  hostName?: string;
  isWildcard?: boolean;
}

type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>;

/** Loopback, link-local, unspecified and multicast addresses, to which a host name must never resolve. */
const NEVER_BY_NAME = toNetworks([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Metadata service of Azure virtual machines.
  '168.63.129.16/32',
  // Loopback, unspecified, and IPv6 addresses with an embedded IPv4 address.
  '::/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2001::/32',
  '2002::/16',
  'fe80::/10',
  'ff00::/8',
]);
/**
 * Private networks, to which a name that matches a wildcard must never resolve, because others may choose such names.
 */
const PRIVATE = toNetworks(['10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10']);
const LOOPBACK = toNetworks(['127.0.0.0/8', '::1/128']);
const LOCALHOST = 'localhost';

const HOST_NAME = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
const LAST_PORT = 65_535;

/**
 * Targets that the owner of the host permits to probe. A host is resolved once, each of its addresses is checked, and
 * the caller connects only to these addresses. See rule agents-19.
 */
export class PermittedTargets {
  private readonly entries: readonly Entry[];

  /** @throws Error for an entry that is not a target */
  constructor(
    setting: readonly string[],
    private readonly lookUp: Lookup = (host) => lookup(host, { all: true, verbatim: true }),
  ) {
    this.entries = setting.map(parseEntry);
  }

  /**
   * The permitted addresses of the host.
   * @throws TargetRefused; the error of the resolver
   */
  async resolve(host: string, port: TargetPort): Promise<readonly TargetAddress[]> {
    const name = normalName(host);
    const refused = new TargetRefused(`AGENT_PROBE_TARGETS of this host does not list ${targetText(name, port)}`);
    const candidates = this.entries.filter(({ matchesPort }) => matchesPort(port));
    if (!candidates.some((entry) => entry.network || isNamed(entry, name))) throw refused;
    const family = isIP(name);
    if (family === 0 && !HOST_NAME.test(name)) throw refused;
    const found = family === 0 ? await this.lookUp(name) : [{ address: name, family }];
    const permitted = found
      .map(toTargetAddress)
      .filter((address) => candidates.some((entry) => permits(entry, name, address)));
    if (permitted.length === 0) throw refused;
    return permitted;
  }

  /** Whether the owner lists the name itself, for probes that only query the resolver of the host. */
  listsName(host: string): boolean {
    return this.entries.some((entry) => isNamed(entry, normalName(host)));
  }
}

/** Host and port in the usual notation. */
export function targetText(host: string, port: TargetPort): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

function permits(entry: Entry, name: string, { address, family }: TargetAddress): boolean {
  const kind = family === 6 ? 'ipv6' : 'ipv4';
  if (entry.network) return entry.network.check(address, kind);
  if (!isNamed(entry, name)) return false;
  if (entry.hostName === LOCALHOST) return LOOPBACK.check(address, kind);
  return !NEVER_BY_NAME.check(address, kind) && !(entry.isWildcard === true && PRIVATE.check(address, kind));
}

function isNamed({ hostName, isWildcard }: Entry, name: string): boolean {
  if (hostName === undefined || isIP(name) !== 0) return false;
  return isWildcard === true ? name.endsWith(hostName) && name.length > hostName.length : name === hostName;
}

function normalName(host: string): string {
  const bare = host.trim().replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? bare.toLowerCase().replace(/\.$/, '') : bare;
}

/** Converts an IPv4-mapped IPv6 address to its IPv4 address. */
function toTargetAddress({ address }: { address: string }): TargetAddress {
  const bare = address.replace(/%.*$/, '');
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(canonicalAddress(bare)) ?? [];
  return mapped === undefined ? { address: bare, family: isIP(bare) === 6 ? 6 : 4 } : { address: mapped, family: 4 };
}

/** Canonical spelling of an IPv6 address, by the URL parser. */
function canonicalAddress(address: string): string {
  if (isIP(address) !== 6) return address;
  const text = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(text) ?? [];
  if (high === undefined || low === undefined) return text;
  const bytes = [high, low].flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 0xff]);
  return `::ffff:${bytes.join('.')}`;
}

function parseEntry(text: string): Entry {
  const wrong = (): Error =>
    new Error(
      `AGENT_PROBE_TARGETS: "${text}" is not HOST, *.DOMAIN, ADDRESS or NETWORK/BITS, with or without :PORT, :FIRST-LAST or :ping`,
    );
  const { host, ports } = splitEntry(text.trim());
  const matchesPort = parsePorts(ports);
  if (!matchesPort) throw wrong();
  const network = parseNetwork(host);
  if (network) return { matchesPort, network };
  const isWildcard = host.startsWith('*.');
  const hostName = domainToASCII(isWildcard ? host.slice(2) : host).replace(/\.$/, '');
  // A name that ends in digits only would be a misspelt address; domainToASCII drops everything after a slash.
  if (/[^\p{L}\p{M}\p{N}._*-]/u.test(host) || !HOST_NAME.test(hostName) || /(?:^|\.)\d+$/.test(hostName)) throw wrong();
  return { matchesPort, hostName: isWildcard ? `.${hostName}` : hostName, isWildcard };
}

function splitEntry(text: string): { host: string; ports: string | undefined } {
  const [, inner, length = '', ofBracket] = /^\[([^\]]*)\](\/\d+)?(?::(.*))?$/.exec(text) ?? [];
  if (inner !== undefined) return { host: inner + length, ports: ofBracket };
  const [host = '', ports, ...more] = text.split(':');
  return more.length > 0 ? { host: text, ports: undefined } : { host, ports };
}

function parsePorts(text: string | undefined): Entry['matchesPort'] | undefined {
  if (text === undefined) return () => true;
  if (text === 'ping') return (port) => port === 'ping';
  const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (!(from >= 1 && from <= to && to <= LAST_PORT)) return undefined;
  return (port) => port !== 'ping' && port >= from && port <= to;
}

function parseNetwork(text: string): BlockList | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  const longest = family === 6 ? 128 : 32;
  const length = bits === undefined ? longest : Number(bits);
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && length <= longest);
  return family === 0 || !isLength || more.length > 0 || address.includes('%') ? undefined : toNetworks([text]);
}

function toNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address);
    list.addSubnet(address, Number(bits ?? (family === 6 ? 128 : 32)), family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}
