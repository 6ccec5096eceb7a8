import { MOST_OF_A_KIND } from '@wardstone/dto/monitoring';
import { ApiError, MonitoringError } from '@wardstone/errors';

/** @throws invalid_content */
export function refuseTooMany(field: 'conditions' | 'notifications', count: number): void {
  if (count <= MOST_OF_A_KIND) return;
  throw new ApiError(
    MonitoringError.invalid_content,
    `Field ${field}: a definition has at most ${MOST_OF_A_KIND} ${field}`,
  );
}
