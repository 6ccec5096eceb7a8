/** The service that checks a permission. */
export type PermissionService = 'compliance' | 'monitoring' | 'error-registry' | 'gateway' | 'all';

interface PermissionDeclaration {
  service: PermissionService;
  /** `resource` permissions are checked for one resource or group, the others once for the whole service. */
  scope: 'global' | 'resource';
  description: string;
  /** Permissions included in this one. See rule http-3. */
  implies?: readonly string[];
}

/**
 * All permissions. Compliance uses `app:resource:action` (rule compliance-28), monitoring the names of its contract
 * (rule http-3), the registry and `/metrics` the short form.
 */
const DECLARED = {
  'compliance:policy:read': global('compliance', 'Read policies, tailorings, guides, profiles, rules and rule trees'),
  'compliance:policy:create': global('compliance', 'Create a policy'),
  'compliance:policy:write': global('compliance', 'Change policies and tailorings, assign and unassign systems'),
  'compliance:policy:delete': global('compliance', 'Delete policies and reports, remove rules from a tailoring'),
  'compliance:report:read': global('compliance', 'Read reports, results, scans, evidence and fixes'),
  'compliance:report:write': global('compliance', 'Upload a scan result; scan as an agent, its own host alone'),
  'compliance:scan:write': global('compliance', 'Have systems scanned by their agents, cancel scans'),
  'compliance:system:read': global('compliance', 'Read systems'),
  'compliance:system:write': global('compliance', 'Register, change and remove systems'),
  'compliance:system:assign': global('compliance', 'Read and change the owner of systems'),
  'compliance:waiver:read': global('compliance', 'Read exceptions from rules'),
  'compliance:waiver:write': global('compliance', 'Ask for exceptions from rules, withdraw them'),
  'compliance:waiver:approve': global('compliance', 'Approve and reject exceptions from rules'),
  'compliance:content:write': global('compliance', 'Import and remove security guides, which all organisations share'),
  'inventory:hosts:read': global('compliance', 'Access to hosts; required by every compliance operation'),

  MANAGE_SECURITY: global('monitoring', 'Administer users and roles'),
  MANAGE_SETTINGS: global(
    'monitoring',
    'Server status, plugins, defaults of metrics, availability reports, alert definitions of types, what agents open on their machines',
  ),
  MANAGE_INVENTORY: {
    ...global('monitoring', 'Everything on every resource and group; create platforms and groups; report as an agent'),
    implies: [
      'REPORT_AS_AGENT',
      'VIEW_RESOURCE',
      'SUBMIT_METRICS',
      'MODIFY_RESOURCE',
      'CREATE_CHILD_RESOURCES',
      'DELETE_RESOURCE',
      'CONFIGURE_READ',
      'CONTROL',
      'MANAGE_MEASUREMENTS',
      'MANAGE_ALERTS',
      'MANAGE_EVENTS',
    ],
  },
  REPORT_AS_AGENT: global('monitoring', 'Report a machine as its agent, only that machine'),
  VIEW_RESOURCE: resource('Read a resource, its descendants and its metrics'),
  // Held only by the compliance service itself, not by a role.
  REPORT_COMPLIANCE: global(
    'monitoring',
    'Report scores of policies and what happened to them, of any machine; mail evidence',
  ),
  SUBMIT_METRICS: resource('Submit values, traits and call times of a resource; agents only for their own'),
  MODIFY_RESOURCE: resource('Change the name, description and location of a resource'),
  CREATE_CHILD_RESOURCES: resource('Create resources below a resource; upload content for them'),
  DELETE_RESOURCE: resource('Remove a resource'),
  CONFIGURE_READ: resource('Read the configuration of a resource, and the texts of its watched files'),
  CONTROL: resource('Run operations on a resource'),
  MANAGE_MEASUREMENTS: resource('Change schedules and baselines'),
  MANAGE_ALERTS: {
    ...resource('Define alerts; acknowledge and delete fired ones'),
    implies: ['MANAGE_MEASUREMENTS', 'CONTROL'],
  },
  MANAGE_EVENTS: resource('Create event sources and submit events'),

  'errors:read': global('error-registry', 'Read the explanations of errors'),
  'errors:write': global('error-registry', 'Create, change and delete custom error types and translations'),
  'errors:occurrences': global('error-registry', 'Read recent occurrences of errors'),
  // Held only by the gateway itself, not by a role.
  'errors:report': global('error-registry', 'Report occurrences of errors'),
  // Held by the own identities of monitoring and compliance, by no role.
  'accounts:standing': global('gateway', 'Ask which accounts are in use, and what they may do at present'),
  'audit:read': global('gateway', 'Read the audit events of the organisation'),
  'metrics:read': global('all', 'Read the metrics of a process'),
} as const satisfies Record<string, PermissionDeclaration>;

function global(service: PermissionService, description: string): PermissionDeclaration {
  return { service, scope: 'global', description };
}

function resource(description: string): PermissionDeclaration {
  return { service: 'monitoring', scope: 'resource', description };
}

export type PermissionName = keyof typeof DECLARED;

export interface Permission extends PermissionDeclaration {
  name: PermissionName;
  implies: readonly string[];
}

export const PERMISSIONS: readonly Permission[] = Object.entries<PermissionDeclaration>(DECLARED).map(
  ([name, declaration]) => ({ implies: [], ...declaration, name: name as PermissionName }),
);

export type RoleName = 'admin' | 'operator' | 'viewer' | 'agent' | 'metrics';

export interface Role {
  description: string;
  /** Names of permissions, or wildcards such as `compliance:*:*`. */
  permissions: readonly string[];
}

const READ_EVERYTHING = [
  'compliance:policy:read',
  'compliance:report:read',
  'compliance:system:read',
  'compliance:waiver:read',
  'inventory:hosts:read',
  'VIEW_RESOURCE',
  'CONFIGURE_READ',
  'errors:read',
] as const;

/** Permissions that only the product's own processes have. */
const OF_PROCESSES: readonly string[] = ['REPORT_COMPLIANCE', 'errors:report'];

/** Permissions of roles; used by the documentation, the guard and the tests. See rule platform-2. */
export const ROLES: Readonly<Record<RoleName, Role>> = {
  admin: {
    description: 'Everything, including settings, accounts and shared content',
    permissions: [
      'compliance:*:*',
      'inventory:*:*',
      ...PERMISSIONS.filter(({ service, name }) => service === 'monitoring' && !OF_PROCESSES.includes(name)).map(
        ({ name }) => name,
      ),
      'errors:read',
      'errors:write',
      'errors:occurrences',
      'audit:read',
      'metrics:read',
    ],
  },
  operator: {
    description: 'The daily work: policies, systems, reports, inventory, alerts; no settings and no shared content',
    permissions: [
      ...READ_EVERYTHING,
      'compliance:policy:create',
      'compliance:policy:write',
      'compliance:policy:delete',
      'compliance:report:write',
      'compliance:scan:write',
      'compliance:system:write',
      'compliance:waiver:write',
      'MANAGE_INVENTORY',
      'errors:occurrences',
      'metrics:read',
    ],
  },
  viewer: {
    description: 'Read-only, except for its own favorites; of resources those of the groups that are open to the role',
    permissions: READ_EVERYTHING,
  },
  agent: {
    description: 'An agent that reports its host: inventory, measurements, events and scans',
    permissions: [
      'inventory:hosts:read',
      'compliance:policy:read',
      'compliance:system:read',
      'compliance:system:write',
      'compliance:report:write',
      'REPORT_AS_AGENT',
      'SUBMIT_METRICS',
      'errors:read',
    ],
  },
  metrics: {
    description: 'Only reads the metrics of the processes, for Prometheus',
    permissions: ['metrics:read'],
  },
};

export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];

export function isRoleName(text: string): text is RoleName {
  return Object.hasOwn(ROLES, text);
}

/** The permissions of several roles, without duplicates, in the order of the table. */
export function listPermissions(roles: readonly RoleName[]): readonly string[] {
  return [...new Set(roles.flatMap((role) => ROLES[role].permissions))];
}

/**
 * Whether an account with these roles is limited to what it registered itself: the agent role alone, or with roles that
 * may only read. A role that may write systems, such as operator, lifts the limit.
 */
export function isOwnOnly(roles: readonly RoleName[]): boolean {
  const others = roles.filter((role) => role !== 'agent');
  return others.length < roles.length && !permits(listPermissions(others), 'compliance:system:write');
}

/**
 * Whether the granted strings cover the wanted one: the same string, one that implies it, or a three-part string of the
 * same app whose resource and action are equal or `*`. A `*` matches only as a whole part of a granted string, and
 * never the app. See rules compliance-28, http-3.
 */
export function permits(granted: readonly string[], wanted: string): boolean {
  if (granted.includes(wanted)) return true;
  if (granted.some((name) => impliedBy(name).includes(wanted))) return true;
  const parts = wanted.split(':');
  return parts.length === 3 && granted.some((pattern) => matches(pattern.split(':'), parts));
}

/** Permissions in `wanted` that `granted` does not cover. */
export function missingPermissions(granted: readonly string[], wanted: readonly string[]): readonly string[] {
  return wanted.filter((name) => !permits(granted, name));
}

function impliedBy(name: string): readonly string[] {
  return Object.hasOwn(DECLARED, name)
    ? ((DECLARED as Record<string, PermissionDeclaration>)[name]?.implies ?? [])
    : [];
}

function matches(pattern: readonly string[], wanted: readonly string[]): boolean {
  return (
    pattern.length === 3 &&
    pattern[0] === wanted[0] &&
    pattern.slice(1).every((part, index) => part === '*' || part === wanted[index + 1])
  );
}
