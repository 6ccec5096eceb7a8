export { ApiError, type ApiFailure, type ErrorName, isApiFailure, toApiError } from './api-error';
export { type Client, type ClientOptions, type Init, type Response, createClient } from './client';
export { type Credentials, accessToken, basic, bearer, session } from './credentials';
export type {
  Body,
  ListPath,
  Method,
  NumberedPage,
  NumberedPath,
  Page,
  PathOf,
  Query,
  Result,
  Row,
} from './operations';
export type { components as ComplianceComponents } from './generated/compliance';
export type { components as GatewayComponents } from './generated/gateway';
export type { components as MonitoringComponents } from './generated/monitoring';
export type { components as RegistryComponents } from './generated/error-registry';
