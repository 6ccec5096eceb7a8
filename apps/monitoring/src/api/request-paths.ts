import type { KnownAddresses } from '@wardstone/media-types';
import type { RequestHandler } from 'express';
import { methodNotAllowed, unknownPath } from './error-mapping';
import type { AuditRules } from '@wardstone/bootstrap';

/** Path prefix of the interface. See rule http-1. */
export const BASE_PATH = '/rest';

/** Path prefix of the interface of Prometheus. See rule prometheus-1. */
export const PROMETHEUS_PATH = '/prometheus';

/**
 * Anonymous paths: of the process (rule platform-2), ping addresses (rule alerts-46), integrations (rule
 * integrations-3), links of notifications (rule alerts-43), and calendar feeds (rule alerts-63).
 */
const OPEN_PATHS =
  /^\/(livez|readyz|openapi\.json|service-keys\.json|docs(\/.*)?|rest\/heartbeat\/ping\/[^/]+|rest\/integration\/receive\/.+|rest\/alert\/link|rest\/on-call\/calendar)$/;

export function isOpenPath(path: string): boolean {
  return OPEN_PATHS.test(path);
}

/** Gives the router the normalised path; the original stays in `originalUrl`. */
export const routePlainPath: RequestHandler = (request, _response, next) => {
  request.url = plainPath(request.url);
  next();
};

/** Limits a handler to paths of the interface, without the pages of the process. */
export function limitToPaths(basePaths: readonly string[], handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    const isBelow = basePaths.some((base) => request.path === base || request.path.startsWith(`${base}/`));
    if (isBelow) void handler(request, response, next);
    else next();
  };
}

/** Refuses unknown paths and methods, and responds to OPTIONS, before everything else (rule http-11). */
export function knownOperation(routes: RouteTable): RequestHandler {
  return ({ method, path }, response, next) => {
    const allowed = routes.methodsAt(path);
    if (allowed.length === 0) throw unknownPath(path);
    if (method === 'OPTIONS') {
      response.status(204).setHeader('Allow', allowed.join(', ')).end();
      return;
    }
    if (!allowed.includes(method)) throw methodNotAllowed(method, path, allowed);
    next();
  };
}

/**
 * Normalises the path of a request: repeated slashes become one, and a trailing slash is dropped. The root is `/`. See
 * rule http-1.
 * @param url request target in origin form; others are returned unchanged
 */
export function plainPath(url: string): string {
  if (!url.startsWith('/')) return url;
  const end = url.search(/[?#]|$/);
  const path = url.slice(0, end).replace(/\/{2,}/g, '/');
  return (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path) + url.slice(end);
}

/** An entry of Express' router; only routes matter. */
export interface RouterLayer {
  route?: { path: unknown; methods: Record<string, boolean> };
}

interface KnownRoute {
  /** Literals and parameters, which start with a colon. */
  segments: readonly string[];
  methods: Set<string>;
  /** The methods that take any text as the last segment. */
  namingMethods: Set<string>;
  /** Whether the last segment is a numeric parameter. */
  endsInNumber: boolean;
}

const METHOD_ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Parameters with these names are numeric ids; others are names, logins, handles or jobs. */
const NUMERIC_PARAMETER = /^:(id|cid|nid|[A-Za-z]+Id|timeStamp)$/;

/** Areas for which the contract has no pages (rule http-7); browsers get them through their `Accept` header. */
const WITHOUT_PAGES = /^\/rest\/(operation\/(?!history)|content\b|resource\/type\b|plugins\b)/;

/**
 * The service's paths, read from its router, so that 405 and Allow, suffixes and the root's links always match the
 * routes. Literal segments take precedence over parameters (rule http-1).
 */
export class RouteTable implements KnownAddresses {
  private readRouter: () => readonly RouterLayer[] = () => [];
  private routesByLength: ReadonlyMap<number, readonly KnownRoute[]> = new Map();
  private readLayers = 0;

  /** Sets the router, which is read again whenever it has grown. */
  attach(readRouter: () => readonly RouterLayer[]): void {
    this.readRouter = readRouter;
    this.readLayers = 0;
  }

  /** The methods of a path, for `Allow`; empty if there are none. */
  methodsAt(path: string): readonly string[] {
    const [route, ...others] = this.findAll(path);
    if (!route) return [];
    // A literal for one method may match a parameter of another.
    const methods = new Set([...route.methods, ...others.flatMap(({ namingMethods }) => [...namingMethods])]);
    return METHOD_ORDER.filter((method) => method === 'OPTIONS' || methods.has(method === 'HEAD' ? 'GET' : method));
  }

  isServed(path: string): boolean {
    return this.find(path)?.methods.has('GET') ?? false;
  }

  isRouted(path: string): boolean {
    return this.find(path) !== undefined;
  }

  takesSuffix(path: string): boolean {
    const route = this.find(path);
    const last = route?.segments.at(-1);
    if (last === undefined) return false;
    if (!last.startsWith(':')) return true;
    return route!.endsInNumber && /\/-?[0-9]+$/.test(path);
  }

  hasPage(path: string): boolean {
    return this.takesSuffix(path) && !WITHOUT_PAGES.test(path);
  }

  private find(path: string): KnownRoute | undefined {
    return this.findAll(path)[0];
  }

  /** Routes with more literals first. */
  private findAll(path: string): readonly KnownRoute[] {
    const segments = toSegments(path);
    const layers = this.readRouter();
    if (layers.length !== this.readLayers) {
      this.routesByLength = groupByLength(layers);
      this.readLayers = layers.length;
    }
    const candidates = this.routesByLength.get(segments.length) ?? [];
    return candidates.filter((route) =>
      route.segments.every((part, index) => part.startsWith(':') || part === segments[index]),
    );
  }
}

function toSegments(path: string): string[] {
  return path.split('/').slice(1);
}

/** Routes by number of segments, those with more literals first. */
function groupByLength(layers: readonly RouterLayer[]): Map<number, KnownRoute[]> {
  const routes = new Map<string, KnownRoute>();
  for (const { route } of layers) {
    if (typeof route?.path !== 'string') continue;
    // A path may name its parameter differently for each method, and be numeric for one of them.
    const address = route.path.replace(/:[^/]+/g, ':');
    const known = routes.get(address) ?? newRoute(route.path);
    const last = toSegments(route.path).at(-1) ?? '';
    known.endsInNumber ||= NUMERIC_PARAMETER.test(last);
    for (const method of Object.keys(route.methods)) {
      known.methods.add(method.toUpperCase());
      if (last.startsWith(':') && !NUMERIC_PARAMETER.test(last)) known.namingMethods.add(method.toUpperCase());
    }
    routes.set(address, known);
  }
  const byLength = new Map<number, KnownRoute[]>();
  for (const route of routes.values()) {
    byLength.set(route.segments.length, [...(byLength.get(route.segments.length) ?? []), route]);
  }
  for (const [length, group] of byLength) byLength.set(length, group.sort(literalsFirst));
  return byLength;
}

function newRoute(path: string): KnownRoute {
  return { segments: toSegments(path), methods: new Set(), namingMethods: new Set(), endsInNumber: false };
}

/** Orders routes of equal length; for different lengths the order would be inconsistent. */
function literalsFirst(a: KnownRoute, b: KnownRoute): number {
  for (const [index, part] of a.segments.entries()) {
    const isParameter = part.startsWith(':');
    if (isParameter !== (b.segments[index] ?? '').startsWith(':')) return isParameter ? 1 : -1;
  }
  return 0;
}

/** Frequent requests: submitted values, events, heartbeats and availability, and those of agents. */
const DAILY_LOAD = new RegExp(
  `^${BASE_PATH}/(compliance/facts$|heartbeat/ping/|integration/receive/|metric/data/|event/|resource/\\d+/availability$|agent/[^/]+/(inventory|measurements|availability|events|work/))`,
);

/** Requests that store nothing; the console sends them while a person types, and dashboards all day. */
const EVALUATION = new RegExp(
  `^(${BASE_PATH}/(alert/definitions/dry-run|group/definitions/preview)(\\.\\w+)?$|${PROMETHEUS_PATH}/)`,
);

export const auditRules: AuditRules = {
  isUnaudited: (method, path) => method !== 'DELETE' && (DAILY_LOAD.test(path) || EVALUATION.test(path)),
};
