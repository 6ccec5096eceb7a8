import type { SystemReach } from './domain/system-reach';

/**
 * SQL condition that system `s` is visible to the caller (rules compliance-6, compliance-28): of the organisation, not
 * deleted, within reach.
 * @param org placeholder of the organisation
 * @param bind adds a parameter and returns its placeholder
 */
export function isVisible(org: string, reach: SystemReach, bind: (value: unknown) => string): string {
  const conditions = [`s.org_id = ${org}`, 's.deleted_at IS NULL'];
  if (reach.ownerId !== null) conditions.push(`s.owner_id::text = ${bind(reach.ownerId)}`);
  if (reach.registeredBy !== null) conditions.push(`s.registered_by = ${bind(reach.registeredBy)}`);
  if (reach.groupIds !== null) {
    const isMember = `EXISTS (
      SELECT 1 FROM jsonb_array_elements(s.groups) g WHERE g->>'id' = ANY (${bind(reach.groupIds)}::text[]))`;
    conditions.push(reach.admitsUngrouped ? `(${isMember} OR s.groups = '[]'::jsonb)` : isMember);
  }
  if (reach.withinGroup !== undefined) {
    conditions.push(`s.groups @> ${bind(JSON.stringify([{ id: reach.withinGroup }]))}::jsonb`);
  }
  return conditions.join(' AND ');
}
