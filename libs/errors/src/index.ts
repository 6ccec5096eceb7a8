export { bestMediaType } from './accept';
export { ApiError } from './api-error';
export { ApiErrors } from './api-errors.decorator';
export { documentErrors } from './document-errors';
export { renderErrorDocs } from './error-docs';
export { ErrorFilter } from './error.filter';
export { toApiError } from './error-mapping';
export type { ErrorMapping } from './error-mapping';
export { errorTypeUrl, problemDetails, problemDetailsRenderer, writeError } from './error-response';
export type { ErrorBody, ErrorContext, ErrorRenderer } from './error-response';
export { ERROR_TYPE_PATTERN } from './error-type';
export type { ErrorOwner, ErrorType } from './error-type';
export {
  ALL_ERROR_TYPES,
  CommonError,
  ComplianceError,
  GatewayError,
  MonitoringError,
  RegistryError,
} from './registry';
export { complianceRenderer } from './renderers/compliance';
export { monitoringRenderer } from './renderers/monitoring';
