import { ApiError, MonitoringError } from '@wardstone/errors';

/** Conditions, and notifications, that one definition may have. */
export const MOST_OF_A_KIND = 100;

/** @throws invalid_content */
export function refuseTooMany(field: 'conditions' | 'notifications', count: number): void {
  if (count <= MOST_OF_A_KIND) return;
  throw new ApiError(
    MonitoringError.invalid_content,
    `Field ${field}: a definition has at most ${MOST_OF_A_KIND} ${field}`,
  );
}
