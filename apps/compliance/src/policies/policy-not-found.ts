import { ComplianceError } from '@wardstone/errors';
import type { ApiError } from '@wardstone/errors';
import { notFoundById } from '../api/record-id';

export const policyNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.policy_not_found, 'Policy', givenId);
