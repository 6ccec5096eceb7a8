import { ComplianceError } from '@wardstone/errors';
import type { ApiError } from '@wardstone/errors';
import { notFoundById } from '../api/record-id';

export const systemNotFound = (givenId: string): ApiError =>
  notFoundById(ComplianceError.system_not_found, 'System', givenId);
