import type { CallerIdentity } from '@wardstone/auth';
import { listPermissions, type RoleName } from '@wardstone/permissions';

export function givenCaller(username: string, role: RoleName): CallerIdentity {
  return {
    username,
    subject: `test|${username}`,
    orgId: 'acme',
    type: 'ServiceAccount',
    roles: [role],
    permissions: listPermissions([role]),
    method: 'basic',
    inventoryGroups: null,
    ...(role === 'agent' ? { ownOnly: true as const } : {}),
  };
}
