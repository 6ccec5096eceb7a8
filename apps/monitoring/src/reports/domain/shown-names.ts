import type { Category, Priority } from '@wardstone/dto/monitoring';
import { parseAncestry } from '../../resources/domain/ancestry';

export const CATEGORY_NAMES: Readonly<Record<Category, string>> = {
  PLATFORM: 'Platform',
  SERVER: 'Server',
  SERVICE: 'Service',
};

export const PRIORITY_NAMES: Readonly<Record<Priority, string>> = { HIGH: 'High', MEDIUM: 'Medium', LOW: 'Low' };

/** Names of the ancestors, nearest first; empty for a platform. See rule reports-1. */
export function ancestryText(ancestry: string | null): string {
  return parseAncestry(ancestry)
    .map(({ name }) => name)
    .join(' < ');
}

/** Progress of a configuration change. See rule http-22. */
export type UpdateStatus = 'INPROGRESS' | 'SUCCESS' | 'FAILURE' | 'NOCHANGE';

/** Status names in reports. */
export const UPDATE_STATUS_NAMES: Readonly<Record<UpdateStatus, string>> = {
  INPROGRESS: 'In Progress',
  SUCCESS: 'Success',
  FAILURE: 'Failure',
  NOCHANGE: 'No Change',
};
