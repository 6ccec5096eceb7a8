export { Answer, AnswerInterceptor, type AnswerParts, NoContent } from './answer';
export { type AnsweredElsewhere, AUDIT_HEADER, type AuditEvent, type AuditRules, noteForAudit } from './audit-log';
export { Audit, type AuditedChange, type AuditedThing, type AuditNote, changeFacts } from './audited-change';
export { BROWSER_HEADERS, foreignWrite, isFromBrowser, isFromForeignPage, unprovenWrite } from './browser-border';
export {
  createService,
  type EdgeHandler,
  LOGGER,
  type RunningService,
  type ServiceDefinition,
  VERSION,
} from './create-service';
export { BodiesUnderWay } from './body/bodies-under-way';
export { BodyBytes } from './body/body-bytes';
export {
  BodyLimit,
  JsonBodyReader,
  StreamedBody,
  countValues,
  hasBody,
  mayLackType,
  mediaTypeOf,
} from './body/json-body.guard';
export { drainRequest } from './drain-request';
export { entityTag } from './entity-tag';
export { createLogger, type Logger } from './logger';
export { type PoolUsage, ServiceMetrics } from './metrics';
export { labelRoute, startPoll } from './observe-request';
export { type Preconditions, preconditionsHold } from './preconditions';
export { PublicAddress } from './public-address';
export { Readiness, type ReadinessCheck, type ReadinessReport } from './readiness';
export { identifyRequest, requestIdOf, traceparentOf } from './request-id';
export { runService } from './run-service';
export { resolveParts } from './shared-parts';
export { answerOnSocket } from './unreadable-requests';
export { whenOver } from './when-over';
