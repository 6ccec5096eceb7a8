import type { Transaction } from '@wardstone/database';
import { ApiError, MonitoringError } from '@wardstone/errors';
import { invalidContent } from '../api/invalid-parameter';
import type { ReachService } from './reach';

/** @throws invalid_content */
export function checkName(name = '', field = 'name'): string {
  if (name.trim() === '') throw invalidContent(`Field ${field} must not be empty`);
  return name.trim();
}

/**
 * Checks that these users are people with an active account. Users of the previous version are accepted, so that a
 * rotation with an unreachable member can still be changed.
 * @throws user_not_found, user_is_a_program
 */
export async function requirePeople(
  reach: ReachService,
  tx: Transaction,
  ids: readonly number[],
  kept: readonly number[] = [],
): Promise<void> {
  const added = [...new Set(ids)].filter((id) => !kept.includes(id));
  const found = await reach.find(added, tx);
  for (const id of added) {
    const person = found.get(id);
    if (person?.isChoosable) continue;
    if (person && !person.isEnded) throw programOnCall(person.login);
    throw new ApiError(MonitoringError.user_not_found, `User with id ${id} not found`);
  }
}

export function programOnCall(login: string): ApiError {
  return new ApiError(MonitoringError.user_is_a_program, `User ${login} is a program, which cannot be on call`);
}

export function rotationNotFound(id: number): ApiError {
  return new ApiError(MonitoringError.rotation_not_found, `Rotation with id ${id} not found`);
}
