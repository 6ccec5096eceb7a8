export { HandlerResponse, ResponseAdapter, type ResponseParts } from './handler-response';
export {
  type ServiceResponse,
  Audit,
  AUDIT_HEADER,
  type AuditedObject,
  type AuditEvent,
  type AuditNote,
  type AuditRules,
  changeFacts,
  noteForAudit,
} from './audit-log';
export { BROWSER_HEADERS, foreignWrite, isFromForeignPage, respondToPreflight, unprovenWrite } from './browser-border';
export {
  createService,
  type EdgeHandler,
  LOGGER,
  type RunningService,
  type ServiceDefinition,
  VERSION,
} from './create-service';
export { BodyBytes, drainRequest } from './body/body-bytes';
export {
  JsonBodyReader,
  countValues,
  hasBody,
  limitedBody,
  mayLackType,
  readMediaType,
  streamedBody,
} from './body/json-body.guard';
export { entityTag, type Preconditions, preconditionsHold } from './entity-tag';
export { globalValues } from './global-values';
export { toBusyError, type Client, toClient, HeavyWork, RequestClient } from './heavy-work';
export { createLogger, type Logger } from './logger';
export { ServiceMetrics } from './metrics';
export { labelRoute, getRequestId, startPoll, getTraceparent } from './observe-request';
export { Addition, content, nothing, Operation, type Part, type PathParameter } from './operation';
export { PublicAddress } from './public-address';
export { Readiness } from './readiness';
export { runService } from './run-service';
export { resolveParts } from './shared-parts';
export { respondOnSocket, onResponseEnd } from './http-server';
