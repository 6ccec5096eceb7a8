import fc from 'fast-check';
import {
  isOwnOnly,
  missingPermissions,
  PERMISSIONS,
  listPermissions,
  permits,
  ROLE_NAMES,
  type RoleName,
  ROLES,
} from './roles';

describe('permits', () => {
  it.each([
    ['the same string', ['compliance:policy:read'], 'compliance:policy:read', true],
    ['another action', ['compliance:policy:read'], 'compliance:policy:write', false],
    ['any action', ['compliance:policy:*'], 'compliance:policy:delete', true],
    ['any resource', ['inventory:*:read'], 'inventory:hosts:read', true],
    ['any resource, other action', ['inventory:*:read'], 'inventory:hosts:write', false],
    ['anything of the app', ['compliance:*:*'], 'compliance:content:write', true],
    ['another app', ['compliance:*:*'], 'inventory:hosts:read', false],
    ['a star for the app', ['*:*:*'], 'compliance:policy:read', false],
    ['a lone star', ['*'], 'compliance:policy:read', false],
    ['a star inside a word', ['compliance:pol*:read'], 'compliance:policy:read', false],
    ['too few parts', ['compliance:*'], 'compliance:policy:read', false],
    ['a three-part pattern for a two-part permission', ['errors:*:*'], 'errors:read', false],
    ['nothing', [], 'compliance:policy:read', false],
    ['a wanted wildcard needs a granted one', ['compliance:policy:read'], 'compliance:policy:*', false],
    ['a wanted wildcard under a granted one', ['compliance:*:*'], 'compliance:policy:*', true],
    ['a resource permission implied by MANAGE_INVENTORY', ['MANAGE_INVENTORY'], 'VIEW_RESOURCE', true],
    ['a global permission not implied by MANAGE_INVENTORY', ['MANAGE_INVENTORY'], 'MANAGE_SETTINGS', false],
    ['CONTROL implied by MANAGE_ALERTS', ['MANAGE_ALERTS'], 'CONTROL', true],
    ['MANAGE_ALERTS not implied by CONTROL', ['CONTROL'], 'MANAGE_ALERTS', false],
    ['the name of an object member', ['constructor', '__proto__'], 'toString', false],
  ])('%s: %j for %s is %s', (_case, granted, wanted, response) => {
    expect(permits(granted, wanted)).toBe(response);
  });

  it('never removes a permission when more is granted', () => {
    const word = fc.constantFrom('compliance', 'inventory', 'policy', 'hosts', 'read', '*', 'MANAGE_ALERTS', 'CONTROL');
    const permission = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(':'));
    fc.assert(
      fc.property(fc.array(permission), fc.array(permission), permission, (granted, more, wanted) => {
        if (permits(granted, wanted)) expect(permits([...more, ...granted], wanted)).toBe(true);
        expect(permits([...granted, wanted], wanted)).toBe(true);
      }),
      { seed: 20260601 },
    );
  });
});

describe('the table of roles', () => {
  const held = (role: (typeof ROLE_NAMES)[number], service?: string): string[] =>
    PERMISSIONS.filter((entry) => service === undefined || entry.service === service)
      .map(({ name }) => name)
      .filter((name) => permits(ROLES[role].permissions, name));

  it('gives the administrator every permission except those of processes, which no role holds', () => {
    const ofProcesses = ['REPORT_COMPLIANCE', 'errors:report', 'accounts:standing'];
    const people = PERMISSIONS.map(({ name }) => name).filter((name) => !ofProcesses.includes(name));
    expect(held('admin')).toEqual(people);
    for (const role of ROLE_NAMES) for (const name of ofProcesses) expect(held(role)).not.toContain(name);
  });

  it('lets every role of people and hosts read the explanations of errors', () => {
    for (const role of ROLE_NAMES.filter((name) => name !== 'metrics')) expect(held(role)).toContain('errors:read');
  });

  it('gives metrics and occurrences to operators and administrators, and metrics to the role of that name', () => {
    const holders = (name: string) => ROLE_NAMES.filter((role) => permits(ROLES[role].permissions, name));
    expect(holders('errors:occurrences')).toEqual(['admin', 'operator']);
    expect(holders('metrics:read')).toEqual(['admin', 'operator', 'metrics']);
    expect(held('metrics')).toEqual(['metrics:read']);
  });

  it('keeps settings, accounts, shared content, approval of waivers and custom errors for administrators', () => {
    const names = [
      'MANAGE_SETTINGS',
      'MANAGE_SECURITY',
      'compliance:content:write',
      'compliance:waiver:approve',
      'errors:write',
    ];
    for (const name of names) {
      expect(ROLE_NAMES.filter((role) => permits(ROLES[role].permissions, name))).toEqual(['admin']);
    }
  });

  it('lets a viewer only read', () => {
    expect(held('viewer')).toEqual([
      'compliance:policy:read',
      'compliance:report:read',
      'compliance:system:read',
      'compliance:waiver:read',
      'inventory:hosts:read',
      'VIEW_RESOURCE',
      'CONFIGURE_READ',
      'errors:read',
    ]);
  });

  it('lets an agent report its machine and scans, but neither see nor change anything else of the inventory', () => {
    expect(missingPermissions(ROLES.agent.permissions, ['REPORT_AS_AGENT', 'compliance:report:write'])).toEqual([]);
    expect(held('agent', 'monitoring')).toEqual(['REPORT_AS_AGENT', 'SUBMIT_METRICS']);
    expect(held('operator', 'monitoring')).toContain('REPORT_AS_AGENT');
  });

  it('names only permissions that exist, or wildcards that cover one', () => {
    for (const role of ROLE_NAMES) {
      for (const granted of ROLES[role].permissions) {
        expect(PERMISSIONS.filter(({ name }) => permits([granted], name))).not.toEqual([]);
      }
    }
  });

  it('joins the permissions of several roles without repeating any', () => {
    const joined = listPermissions(['viewer', 'agent']);
    expect(new Set(joined).size).toBe(joined.length);
    expect(missingPermissions(joined, [...ROLES.viewer.permissions, ...ROLES.agent.permissions])).toEqual([]);
    expect(listPermissions([])).toEqual([]);
  });
});

describe('a login confined to what it registered', () => {
  it.each<[RoleName[], boolean]>([
    [[], false],
    [['viewer'], false],
    [['agent'], true],
    [['agent', 'viewer'], true],
    [['agent', 'operator'], false],
    [['operator'], false],
  ])('of the roles %j: %s', (roles, expected) => {
    expect(isOwnOnly(roles)).toBe(expected);
  });
});
