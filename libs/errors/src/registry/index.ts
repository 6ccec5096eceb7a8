import type { ErrorType } from '../error-type';
import { BODY_ERRORS, CommonError } from './common';
import { ComplianceError } from './compliance';
import { RegistryError } from './error-registry';
import { GatewayError } from './gateway';
import { LegacyError } from './legacy';
import { MonitoringError } from './monitoring';

export { BODY_ERRORS, CommonError, ComplianceError, GatewayError, MonitoringError, RegistryError };

/** Every error type of the product, ordered by name. */
export const ALL_ERROR_TYPES: readonly ErrorType[] = [
  CommonError,
  ComplianceError,
  GatewayError,
  LegacyError,
  MonitoringError,
  RegistryError,
]
  .flatMap((table) => Object.values<ErrorType>(table))
  .sort((a, b) => (a.type < b.type ? -1 : 1));

/** Name of an error type of the product. */
export type ErrorName =
  | keyof typeof CommonError
  | keyof typeof ComplianceError
  | keyof typeof GatewayError
  | keyof typeof MonitoringError
  | keyof typeof RegistryError;

const BY_NAME: ReadonlyMap<string, ErrorType> = new Map(ALL_ERROR_TYPES.map((kind) => [kind.type, kind]));

export const errorTypeNamed = (name: ErrorName): ErrorType => BY_NAME.get(name)!;
