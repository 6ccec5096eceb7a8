import type { Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { invalidContent } from '../../api/invalid-parameter';
import type { OnCallQueries } from './on-call.queries';

/** @throws invalid_content */
export function nameOf(name = ''): string {
  if (name.trim() === '') throw invalidContent('Field name must not be empty');
  return name.trim();
}

/** @throws user_not_found, which agents are too */
export async function requirePeople(queries: OnCallQueries, tx: Transaction, ids: readonly number[]): Promise<void> {
  const people = await queries.listPeople([...new Set(ids)], tx);
  const unknown = ids.find((id) => !people.has(id));
  if (unknown === undefined) return;
  throw new ApiError(MonitoringError.user_not_found, `User with id ${unknown} not found`);
}

export function rotationNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.rotation_not_found, `Rotation with id ${id} not found`);
}

export function escalationNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.escalation_not_found, `Escalation policy with id ${id} not found`);
}
