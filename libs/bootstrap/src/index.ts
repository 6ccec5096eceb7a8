export { Answer, AnswerInterceptor } from './answer';
export type { AnswerParts } from './answer';
export { AUDIT_HEADER, noteForAudit } from './audit-log';
export { Audit, changeFacts } from './audited-change';
export type { AuditNote, AuditedChange, AuditedThing } from './audited-change';
export type { AnsweredElsewhere, AuditEvent, AuditRules } from './audit-log';
export { BROWSER_HEADERS, foreignWrite, isFromBrowser, isFromForeignPage, unprovenWrite } from './browser-border';
export { LOGGER, VERSION, createService } from './create-service';
export type { EdgeHandler, RunningService, ServiceDefinition } from './create-service';
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
export { createLogger } from './logger';
export type { Logger } from './logger';
export { ServiceMetrics } from './metrics';
export type { PoolUsage } from './metrics';
export { labelRoute, startPoll } from './observe-request';
export { PublicAddress } from './public-address';
export { Readiness } from './readiness';
export type { ReadinessCheck, ReadinessReport } from './readiness';
export { identifyRequest, requestIdOf, traceparentOf } from './request-id';
export { runService } from './run-service';
export { resolveParts } from './shared-parts';
export { answerOnSocket } from './unreadable-requests';
export { whenOver } from './when-over';
