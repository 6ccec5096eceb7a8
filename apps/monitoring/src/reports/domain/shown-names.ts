import type { Priority } from '../../alerts/definitions/definition.shape';
import { parseAncestry } from '../../resources/domain/ancestry';
import type { Category } from '../../resources/resource.shape';

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  PLATFORM: 'Platform',
  SERVER: 'Server',
  SERVICE: 'Service',
};

export const PRIORITY_NAMES: Readonly<Record<Priority, string>> = { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' };

/** Names of the ancestors, the nearest first; empty for a platform. Source: plugin spec 7.1. */
export function ancestryText(ancestry: string | null): string {
  return parseAncestry(ancestry)
    .map(({ name }) => name)
    .join(' < ');
}
