import { isSubject } from '@wardstone/auth';
import type { GivenBody } from '../../api/domain/given-body';
import { ParameterError } from '../../api/domain/parameter-error';

/** The login that a system shall belong to; null for none. @throws ParameterError also when the key is absent */
export function readOwner({ values }: GivenBody): string | null {
  const subject = values.get('subject');
  if (subject === null || isSubject(subject)) return subject;
  throw new ParameterError('subject must be a string of 1 to 255 characters, or null');
}
