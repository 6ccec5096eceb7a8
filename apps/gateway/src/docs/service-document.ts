/** Adapts a service's OpenAPI document to the gateway. Pure. */

type Json = Record<string, unknown>;
type Requirement = Record<string, string[]>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const LOGIN = 'login';

const LOGIN_SCHEME = {
  type: 'oauth2',
  description: 'Local account: name and password are exchanged for a token',
  flows: { password: { tokenUrl: '/auth/token', scopes: {} } },
};

/** Paths for requests between services, which the gateway does not have. */
const BETWEEN_SERVICES = new Set(['/service-keys.json']);

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Replaces the server URLs with those of the gateway: first the relative one, which is right for any host name, then
 * the public one for programs that store the document. Wherever a Bearer token is accepted, so is one that the gateway
 * issues for name and password.
 * @throws Error when it is not an OpenAPI document
 */
export function toGatewayDocument(document: unknown, publicBaseUrl: string): Json {
  if (!isObject(document) || typeof document.openapi !== 'string' || !isObject(document.paths)) {
    throw new Error('not an OpenAPI document');
  }
  const components = isObject(document.components) ? document.components : {};
  const schemes = isObject(components.securitySchemes) ? components.securitySchemes : {};
  const bearers = Object.entries(schemes)
    .filter(([, scheme]) => isObject(scheme) && scheme.type === 'http' && scheme.scheme === 'bearer')
    .map(([name]) => name);
  const withLogin = (owner: Json): Json =>
    Array.isArray(owner.security) ? { ...owner, security: addLogin(owner.security as Requirement[], bearers) } : owner;
  const served = Object.entries(document.paths).filter(([path]) => !BETWEEN_SERVICES.has(path));
  const paths = served.map(([path, item]) => [path, mapOperations(item, withLogin)] as const);
  return {
    ...withLogin(document),
    servers: [
      { url: '/', description: 'This gateway' },
      { url: publicBaseUrl, description: 'Public address' },
    ],
    paths: Object.fromEntries(paths),
    components: {
      ...components,
      securitySchemes: { ...schemes, ...(bearers.length > 0 ? { [LOGIN]: LOGIN_SCHEME } : {}) },
    },
  };
}

function mapOperations(item: unknown, change: (operation: Json) => Json): unknown {
  if (!isObject(item)) return item;
  const entries = Object.entries(item).map(([key, value]) => [
    key,
    METHODS.includes(key) && isObject(value) ? change(value) : value,
  ]);
  return Object.fromEntries(entries) as Json;
}

function addLogin(security: readonly Requirement[], bearers: readonly string[]): Requirement[] {
  const acceptsBearer = security.some((requirement) => bearers.some((name) => Object.hasOwn(requirement, name)));
  return acceptsBearer ? [...security, { [LOGIN]: [] }] : [...security];
}
