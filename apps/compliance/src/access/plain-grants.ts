import { readFileSync } from 'node:fs';
import type { AuthModuleOptions } from '@wardstone/auth';
import type { ComplianceConfig } from '../compliance.config';
import { parsePermissionFile } from './permission-file';

type PlainGrants = NonNullable<AuthModuleOptions['plainGrants']>;

const EVERYTHING = ['compliance:*:*', 'inventory:*:*'] as const;

/**
 * Permissions of callers with an unsigned identity header (rule compliance-28); other credentials contain roles or
 * permissions.
 * @throws Error when the file of RBAC_MODE=file is missing or malformed: the service must not start.
 */
export function plainGrants({ RBAC_MODE, RBAC_FILE }: ComplianceConfig): PlainGrants {
  switch (RBAC_MODE) {
    case 'identity':
      return ({ permissions }) => permissions ?? [];
    case 'file': {
      if (RBAC_FILE === undefined) throw new Error('RBAC_MODE=file needs RBAC_FILE');
      const grants = parsePermissionFile(readFileSync(RBAC_FILE, 'utf8'));
      return ({ orgId, username }) => grants.get(orgId)?.get(username) ?? [];
    }
    default:
      return () => EVERYTHING;
  }
}
