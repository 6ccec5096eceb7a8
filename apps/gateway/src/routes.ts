/** Paths of the services, with limits of body size and time. Pure. */

export type ServiceName = 'compliance' | 'monitoring' | 'error-registry';

const KIB = 1024;
const MIB = 1024 * KIB;

/** Maximum size of uploaded content, as in the monitoring service. */
export const DEFAULT_CONTENT_LIMIT_MIB = 256;

interface BodyRule {
  method: string;
  /** Matches the path below the prefix, with repeated slashes collapsed and without trailing slash and query. */
  path: RegExp;
  /** Maximum number of bytes as sent, that is compressed if the body is; for content, as configured for the service. */
  limitBytes: number | 'content';
  /** An import may take long after the last byte. */
  isUpload?: true;
}

export interface ServiceRoute {
  service: ServiceName;
  /** Path prefix that matches itself and everything below it, at segment boundaries and byte by byte. */
  prefix: string;
  /** Name of the setting with the address of the service. */
  upstream: 'COMPLIANCE_URL' | 'MONITORING_URL' | 'ERROR_REGISTRY_URL';
  /** Body limit of paths without a rule. */
  bodyLimitBytes: number;
  bodyRules: readonly BodyRule[];
  /** Long polls of agents, matched like the paths of body rules. */
  polls?: RegExp;
}

/**
 * The only table of routes. The limits are those of the services (rules compliance-1, scap-3, content-1, http-12, agents-1),
 * so that a body is refused before it is forwarded.
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
  /** One of the gateway's own paths, or an unknown one. */
  | { kind: 'local' }
  /** A path that servers might interpret differently; `reason` completes "The address ...". */
  | { kind: 'refused'; reason: string };

/** `.` or `..` between separators, each escaped or not. */
const DOT_SEGMENT = /(\/|%2f|%5c)(\.|%2e){1,2}(\/|%2f|%5c|;|$)/i;
const longestFirst = [...ROUTES].sort((a, b) => b.prefix.length - a.prefix.length);

/**
 * Finds the service of a request. The target is compared and forwarded exactly as sent, without decoding or resolving,
 * so that gateway and service cannot interpret it differently. Ambiguous targets (dot segments, also escaped;
 * backslashes) and invalid paths are refused.
 */
export function resolveTarget(
  method: string,
  requestTarget: string,
  contentLimitBytes = DEFAULT_CONTENT_LIMIT_MIB * MIB,
): Target {
  const reason = findRefusal(requestTarget);
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

function findRefusal(requestTarget: string): string | undefined {
  if (!requestTarget.startsWith('/')) return 'must be a path that starts with a slash';
  for (let i = 0; i < requestTarget.length; i++) {
    const code = requestTarget.charCodeAt(i);
    if (code <= 0x20 || code >= 0x7f) return 'contains characters that must be percent-encoded';
    if (code === 0x5c) return 'contains a backslash';
    if (code === 0x23) return 'contains a fragment';
  }
  const path = toPath(requestTarget);
  // Avoids the pattern where no dot segment is possible.
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
