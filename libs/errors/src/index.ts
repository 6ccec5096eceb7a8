export { bestMediaType } from './accept';
export { ApiError } from './api-error';
export { ApiErrors } from './api-errors.decorator';
export { documentErrors } from './document-errors';
export { renderErrorDocs } from './error-docs';
export { ErrorFilter, type ErrorMapping, toApiError } from './error-mapping';
export {
  type ErrorBody,
  type ErrorContext,
  type ErrorRenderer,
  errorTypeUrl,
  problemDetailsRenderer,
  writeError,
} from './error-response';
export { ERROR_TYPE_PATTERN, type ErrorOwner, type ErrorType } from './error-type';
export * from './registry';
export { OccurrenceReporter } from './occurrence-reporter';
export { complianceRenderer } from './renderers/compliance';
export { monitoringRenderer } from './renderers/monitoring';
export { OTLP_PATH, otlpErrorRenderer } from './renderers/otlp';
