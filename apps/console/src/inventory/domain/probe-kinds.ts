import type { probeTexts } from '../../texts/probes';

export type ProbeKind = keyof typeof probeTexts.kinds;
export type ProbeFieldName = keyof typeof probeTexts.fields;

export interface ProbeField {
  name: ProbeFieldName;
  kind: 'text' | 'number' | 'password' | 'flag' | 'choice';
  isRequired?: boolean;
  /** Default value of the type. */
  usual?: string;
  options?: readonly string[];
  /** Shown only if the other field has this value. */
  onlyWith?: readonly [ProbeFieldName, string];
}

const TIMEOUT: ProbeField = { name: 'timeoutSeconds', kind: 'number', usual: '10' };
const VERIFY: ProbeField = { name: 'verifyCertificate', kind: 'flag', usual: 'true' };
const HOST: ProbeField = { name: 'host', kind: 'text', isRequired: true };
const V3 = ['version', '3'] as const;

/** Connection properties of each type of probe, in the order of the form. */
export const PROBE_FIELDS: Readonly<Record<ProbeKind, readonly ProbeField[]>> = {
  'HTTP Probe': [
    { name: 'url', kind: 'text', isRequired: true },
    { name: 'method', kind: 'choice', options: ['GET', 'HEAD'], usual: 'GET' },
    { name: 'status', kind: 'text', usual: '200-399' },
    { name: 'contains', kind: 'text' },
    { name: 'jsonPath', kind: 'text' },
    { name: 'jsonValue', kind: 'text' },
    { name: 'maxRedirects', kind: 'number', usual: '5' },
    VERIFY,
    TIMEOUT,
  ],
  'TCP Probe': [HOST, { name: 'port', kind: 'number', isRequired: true }, { name: 'banner', kind: 'text' }, TIMEOUT],
  'TLS Probe': [
    HOST,
    { name: 'port', kind: 'number', usual: '443' },
    { name: 'serverName', kind: 'text' },
    VERIFY,
    TIMEOUT,
  ],
  'DNS Probe': [
    { name: 'name', kind: 'text', isRequired: true },
    {
      name: 'recordType',
      kind: 'choice',
      options: ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'PTR', 'SRV', 'TXT'],
      usual: 'A',
    },
    { name: 'expected', kind: 'text' },
    { name: 'server', kind: 'text' },
    { name: 'port', kind: 'number', usual: '53' },
    TIMEOUT,
  ],
  'SNMP Probe': [
    HOST,
    { name: 'port', kind: 'number', usual: '161' },
    { name: 'oid', kind: 'text', isRequired: true },
    { name: 'expected', kind: 'text' },
    { name: 'version', kind: 'choice', options: ['1', '2c', '3'], usual: '2c' },
    { name: 'community', kind: 'password' },
    { name: 'user', kind: 'text', onlyWith: V3 },
    {
      name: 'authProtocol',
      kind: 'choice',
      options: ['none', 'MD5', 'SHA', 'SHA224', 'SHA256', 'SHA384', 'SHA512'],
      usual: 'none',
      onlyWith: V3,
    },
    { name: 'authPassword', kind: 'password', onlyWith: V3 },
    { name: 'privacyProtocol', kind: 'choice', options: ['none', 'DES', 'AES', 'AES256'], usual: 'none', onlyWith: V3 },
    { name: 'privacyPassword', kind: 'password', onlyWith: V3 },
    TIMEOUT,
  ],
  'Ping Probe': [HOST, TIMEOUT],
};

export type ProbeValues = Readonly<Partial<Record<ProbeFieldName, string>>>;

/** Initial values of the form: given ones, otherwise defaults. Pure. */
export function probeValues(kind: ProbeKind, given: Readonly<Record<string, unknown>> = {}): ProbeValues {
  return Object.fromEntries(
    PROBE_FIELDS[kind].map(({ name, usual = '' }) => {
      const value = given[name];
      return [name, typeof value === 'string' || typeof value === 'number' ? String(value) : usual];
    }),
  );
}

/** Fields that are visible for the values. Pure. */
export function shownFields(kind: ProbeKind, values: ProbeValues): readonly ProbeField[] {
  return PROBE_FIELDS[kind].filter(({ onlyWith }) => !onlyWith || values[onlyWith[0]] === onlyWith[1]);
}

/** Whether no required value is missing, and numbers are valid. Pure. */
export function isComplete(kind: ProbeKind, values: ProbeValues): boolean {
  return shownFields(kind, values).every(({ name, kind: of, isRequired = false }) => {
    const value = values[name]?.trim() ?? '';
    if (value === '') return !isRequired;
    return of !== 'number' || /^\d{1,5}$/.test(value);
  });
}

/** Connection properties without empty ones. Pure. */
export function toConnection(kind: ProbeKind, values: ProbeValues): Record<string, string> {
  return Object.fromEntries(
    shownFields(kind, values).flatMap(({ name, kind: of }) => {
      const value = of === 'password' ? (values[name] ?? '') : (values[name]?.trim() ?? '');
      return value === '' ? [] : [[name, value] as const];
    }),
  );
}

/** Default name of a probe: the host of its target. Pure. */
export function usualName(values: ProbeValues): string {
  const { url, host, name } = values;
  const [, ofUrl] = /^[a-z]+:\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^:/?#]*)/i.exec(url ?? '') ?? [];
  return ofUrl ?? host ?? name ?? '';
}
