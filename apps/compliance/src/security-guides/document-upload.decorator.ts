import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { mediaTypeOf } from '@wardstone/bootstrap';
import { ApiError, CommonError } from '@wardstone/errors';
import type { Request } from 'express';
import { DOCUMENT_LIMITS } from './scap/document-limits';
import type { DocumentSource } from './scap/document-stream';

const XML_TYPES = ['application/xml', 'text/xml'];

/** The XML body of a request as a stream not yet read (compliance spec G2, G6). @throws 413, 415 */
export const UploadedDocument = createParamDecorator((_data: unknown, context: ExecutionContext): DocumentSource => {
  const request = context.switchToHttp().getRequest<Request>();
  const mediaType = mediaTypeOf(request);
  if (!XML_TYPES.includes(mediaType)) {
    throw new ApiError(CommonError.unsupported_media_type, `Unsupported media type: ${mediaType}`);
  }
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw new ApiError(CommonError.unsupported_media_type, `Unsupported content encoding: ${encoding}`);
  }
  if (Number(request.headers['content-length'] ?? 0) > DOCUMENT_LIMITS.rawBytes) {
    throw new ApiError(CommonError.payload_too_large, 'Request body is too large');
  }
  return { body: request, isGzip: encoding !== 'identity' };
});
