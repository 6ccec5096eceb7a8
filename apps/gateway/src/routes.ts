/** Which service serves which address, how large its bodies may be and how long it may take. Pure. */

export type ServiceName = 'compliance' | 'monitoring' | 'error-registry';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Largest upload of content, the same as in the monitoring service. */
export const DEFAULT_CONTENT_LIMIT_MIB = 256;

interface BodyRule {
  method: string;
  /** Over the path below the prefix, repeated slashes collapsed, no trailing slash, query removed. */
  path: RegExp;
  /** Bytes as sent, that is compressed when the body is; of content as the service is set. */
  limitBytes: number | 'content';
  /** An import may work long after the last byte. */
  isUpload?: true;
}

export interface ServiceRoute {
  service: ServiceName;
  /** Path prefix; holds for itself and for everything below it, on segment borders, compared byte by byte. */
  prefix: string;
  /** Name of the setting that holds the address of the service. */
  upstream: 'COMPLIANCE_URL' | 'MONITORING_URL' | 'ERROR_REGISTRY_URL';
  /** Limit of a body that no rule names. */
  bodyLimitBytes: number;
  bodyRules: readonly BodyRule[];
  /** Long polls of agents; a path as in the rules of bodies. */
  polls?: RegExp;
}

/**
 * The one table. The limits are those of the services (rules compliance-1, scap-3, operations-1, agents-1),
 * so that a body they would refuse is refused before it is passed on.
 */
export const ROUTES: readonly ServiceRoute[] = [
  {
    service: 'compliance',
    prefix: '/api/compliance/v2',
    upstream: 'COMPLIANCE_URL',
    bodyLimitBytes: MIB,
    bodyRules: [
      { method: 'POST', path: /^\/security_guides$/, limitBytes: 128 * MIB, isUpload: true },
      { method: 'POST', path: /^\/systems\/[^/]+\/test_results$/, limitBytes: 128 * MIB, isUpload: true },
    ],
  },
  {
    service: 'monitoring',
    prefix: '/rest',
    upstream: 'MONITORING_URL',
    bodyLimitBytes: MIB,
    bodyRules: [
      { method: 'POST', path: /^\/content\/fresh$/, limitBytes: 'content', isUpload: true },
      { method: 'POST', path: /^\/metric\/data\/raw(\/[^/]+)?$/, limitBytes: 16 * MIB },
      { method: 'POST', path: /^\/agent\/[^/]+\/[^/]+$/, limitBytes: 8 * MIB },
      { method: 'PUT', path: /^\/agent\/[^/]+\/work\/[^/]+$/, limitBytes: 8 * MIB },
    ],
    polls: /^\/agent\/[^/]+\/work$/,
  },
  {
    service: 'monitoring',
    prefix: '/prometheus',
    upstream: 'MONITORING_URL',
    bodyLimitBytes: 64 * KIB,
    bodyRules: [{ method: 'POST', path: /^\/api\/v1\/write$/, limitBytes: 16 * MIB }],
  },
  {
    service: 'monitoring',
    prefix: '/otlp',
    upstream: 'MONITORING_URL',
    bodyLimitBytes: 16 * MIB,
    bodyRules: [],
  },
  {
    service: 'error-registry',
    prefix: '/api/v1',
    upstream: 'ERROR_REGISTRY_URL',
    bodyLimitBytes: 256 * KIB,
    bodyRules: [],
  },
];

export interface Destination {
  route: ServiceRoute;
  bodyLimitBytes: number;
  isUpload: boolean;
  isPoll: boolean;
}

/** Kinds of request targets. */
export type Target =
  | { kind: 'service'; destination: Destination }
  /** One of the gateway's own addresses, or nothing at all. */
  | { kind: 'local' }
  /** Not an address whose meaning every server agrees on; `reason` completes "The address ...". */
  | { kind: 'refused'; reason: string };

/** `.` or `..`, escaped or not, between separators, escaped or not. */
const DOT_SEGMENT = /(\/|%2f|%5c)(\.|%2e){1,2}(\/|%2f|%5c|;|$)/i;
const longestFirst = [...ROUTES].sort((a, b) => b.prefix.length - a.prefix.length);

/**
 * Finds the service of a request. The target is compared as it was sent and passed on as it was sent: nothing is
 * decoded, collapsed or resolved on the way, so the gateway and the service cannot read it differently. What some
 * server might resolve (dot segments, also escaped; backslashes) and what is no path at all is refused.
 */
export function resolveTarget(
  method: string,
  requestTarget: string,
  contentLimitBytes = DEFAULT_CONTENT_LIMIT_MIB * MIB,
): Target {
  const reason = refusalOf(requestTarget);
  if (reason !== undefined) return { kind: 'refused', reason };
  const path = toPath(requestTarget);
  const route = longestFirst.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
  return route
    ? { kind: 'service', destination: getDestination(route, method, path, contentLimitBytes) }
    : { kind: 'local' };
}

function toPath(requestTarget: string): string {
  const query = requestTarget.indexOf('?');
  return query === -1 ? requestTarget : requestTarget.slice(0, query);
}

function refusalOf(requestTarget: string): string | undefined {
  if (!requestTarget.startsWith('/')) return 'must be a path that starts with a slash';
  for (let i = 0; i < requestTarget.length; i++) {
    const code = requestTarget.charCodeAt(i);
    if (code <= 0x20 || code >= 0x7f) return 'contains characters that must be percent-encoded';
    if (code === 0x5c) return 'contains a backslash';
    if (code === 0x23) return 'contains a fragment';
  }
  const path = toPath(requestTarget);
  // The pattern is only worth its time where a dot could be meant.
  const mayHaveDots = path.includes('/.') || path.includes('%');
  return mayHaveDots && DOT_SEGMENT.test(path) ? 'contains dot segments' : undefined;
}

function getDestination(route: ServiceRoute, method: string, path: string, contentLimitBytes: number): Destination {
  const below = path
    .slice(route.prefix.length)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  const rule = route.bodyRules.find((candidate) => candidate.method === method && candidate.path.test(below));
  const limitBytes = rule?.limitBytes ?? route.bodyLimitBytes;
  return {
    route,
    bodyLimitBytes: limitBytes === 'content' ? contentLimitBytes : limitBytes,
    isUpload: rule?.isUpload ?? false,
    isPoll: method === 'GET' && route.polls?.test(below) === true,
  };
}
