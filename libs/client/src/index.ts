export { ApiError, type ApiFailure, type ErrorName, isApiFailure, toApiError } from './api-error';
export {
  type Client,
  type ClientOptions,
  type Init,
  type PageInit,
  type Response,
  createClient,
  readIgnoredParameters,
} from './client';
export { type Credentials, accessToken, basic, bearer, session } from './credentials';
export { documentType } from './document-type';
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
