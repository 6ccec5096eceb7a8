import type { Area } from './areas/area';
import { COMPLIANCE_AREAS } from './areas/compliance';
import { MONITORING_AREAS } from './areas/monitoring';
import { OTHER_AREAS } from './areas/others';

export const AREAS: Readonly<Record<string, Area>> = { ...COMPLIANCE_AREAS, ...MONITORING_AREAS, ...OTHER_AREAS };

/** Areas by the name in braces that refers to them. */
export const PARENTS: Readonly<Record<string, Area>> = {
  policy: AREAS['policies']!,
  guide: AREAS['guides']!,
  resource: AREAS['resources']!,
  definition: AREAS['alert-definitions']!,
  error: AREAS['errors']!,
};

/** The names in braces, except the id. */
export function getParentNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => name !== 'id');
}
