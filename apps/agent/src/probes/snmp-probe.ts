import type { Session, User, Varbind } from 'net-snmp';
import {
  type ProbeContext,
  ProbeFailed,
  ProbeImpossible,
  type ProbeResponse,
  toSafeText,
  untilAborted,
} from './probe-outcome';
import type { ProbeProperties } from './probe-properties';

type Library = typeof import('net-snmp');

const OID = /^\.?\d{1,10}(?:\.\d{1,10}){1,127}$/;
const SNMP_PORT = 161;
const VERSIONS = ['2c', '1', '3'] as const;
const AUTH_PROTOCOLS = ['none', 'SHA256', 'SHA', 'SHA224', 'SHA384', 'SHA512', 'MD5'] as const;
const PRIVACY_PROTOCOLS = ['none', 'AES', 'AES256', 'DES'] as const;
const PRIVACY_NAMES: Readonly<Record<string, string>> = { DES: 'des', AES: 'aes', AES256: 'aes256b' };

/** Reads one value. */
export async function probeSnmp(properties: ProbeProperties, context: ProbeContext): Promise<ProbeResponse> {
  const host = properties.requiredText('host');
  const port = properties.port(SNMP_PORT);
  const oid = properties.requiredText('oid');
  if (!OID.test(oid)) throw new ProbeImpossible('oid must be numbers with dots between them');
  const expected = properties.text('expected');
  const [address] = await context.targets.resolve(host, port);
  // Loaded on first use, because few hosts have such a probe.
  const library = await import('net-snmp');
  const session = openSession(library, properties, { address: address!.address, family: address!.family, port });
  try {
    const varbind = await untilAborted(context.signal, get(session, oid.replace(/^\./, '')));
    if (library.isVarbindError(varbind)) throw new ProbeFailed(toSafeText(library.varbindError(varbind)));
    const { text, number } = toValue(varbind);
    const values = { valueText: toSafeText(text), ...(number !== undefined && { value: number }) };
    if (expected !== undefined && text !== expected) {
      throw new ProbeFailed(`the value is ${toSafeText(text, 100)}`, values);
    }
    return { result: 'responded', values };
  } finally {
    session.close();
  }
}

interface SnmpTarget {
  address: string;
  family: 4 | 6;
  port: number;
}

function openSession(library: Library, properties: ProbeProperties, { address, family, port }: SnmpTarget): Session {
  const common = { port, retries: 1, transport: family === 6 ? 'udp6' : 'udp4' };
  const chosen = properties.choice('version', VERSIONS);
  if (chosen === '3') {
    return library.createV3Session(address, getUser(library, properties), { ...common, version: library.Version3 });
  }
  const version = chosen === '1' ? library.Version1 : library.Version2c;
  return library.createSession(address, properties.text('community') ?? 'public', { ...common, version });
}

function getUser({ SecurityLevel, AuthProtocols, PrivProtocols }: Library, properties: ProbeProperties): User {
  const name = properties.requiredText('user');
  const authentication = properties.choice('authProtocol', AUTH_PROTOCOLS);
  const privacy = properties.choice('privacyProtocol', PRIVACY_PROTOCOLS);
  if (authentication === 'none') return { name, level: SecurityLevel.noAuthNoPriv };
  const authenticated = {
    name,
    authProtocol: AuthProtocols[authentication.toLowerCase()],
    authKey: properties.requiredText('authPassword'),
  };
  if (privacy === 'none') return { ...authenticated, level: SecurityLevel.authNoPriv };
  return {
    ...authenticated,
    level: SecurityLevel.authPriv,
    privProtocol: PrivProtocols[PRIVACY_NAMES[privacy]!],
    privKey: properties.requiredText('privacyPassword'),
  };
}

function get(session: Session, oid: string): Promise<Varbind> {
  return new Promise((resolve, reject) => {
    session.on('error', reject);
    // A session closed by the timeout calls back without varbinds.
    session.get([oid], (error, varbinds) => {
      const varbind = varbinds?.[0];
      if (error || !varbind) reject(error ?? new ProbeFailed('an empty response'));
      else resolve(varbind);
    });
  });
}

const MAX_COUNTER_BYTES = 8;

function toValue({ value, type }: Varbind): { text: string; number?: number } {
  if (typeof value === 'number') return { text: String(value), number: value };
  if (typeof value === 'string') return { text: value };
  // net-snmp returns Counter64 as bytes.
  if (type === COUNTER64 && value.length > 0 && value.length <= MAX_COUNTER_BYTES) {
    const number = BigInt(`0x${value.toString('hex')}`);
    return { text: number.toString(), number: Number(number) };
  }
  return { text: value.toString() };
}

const COUNTER64 = 70;
