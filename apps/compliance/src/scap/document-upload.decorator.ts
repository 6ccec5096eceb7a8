import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { mediaTypeOf } from '@wardstone/bootstrap';
import { ApiError, CommonError } from '@wardstone/errors';
import { DOCUMENT_LIMITS } from '@wardstone/scap';
import type { Request } from 'express';
import type { DocumentSource } from './document-stream';

export const XML_TYPES = ['application/xml', 'text/xml'];
/** How the body is documented: pages offer to choose a file, and show a whole document of the least size. */
export const xmlDocument = (example: string) => ({ type: 'string', format: 'binary', example });
const ENCODINGS = ['identity', 'gzip', 'x-gzip'];
const BZIP2 = ['bzip2', 'x-bzip2'];

/** A body that is decompressed where it is read. */
export interface ReceivedDocument extends DocumentSource {
  isBzip2: boolean;
}

/** The XML body of a request as a stream not yet read (rules compliance-29, compliance-32, scap-3). @throws 413, 415 */
const Uploaded = createParamDecorator((encodings: readonly string[], context: ExecutionContext): ReceivedDocument => {
  const request = context.switchToHttp().getRequest<Request>();
  const mediaType = mediaTypeOf(request);
  if (!XML_TYPES.includes(mediaType)) {
    throw new ApiError(CommonError.unsupported_media_type, `Unsupported media type: ${mediaType}`);
  }
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!encodings.includes(encoding)) {
    throw new ApiError(CommonError.unsupported_media_type, `Unsupported content encoding: ${encoding}`);
  }
  if (Number(request.headers['content-length'] ?? 0) > DOCUMENT_LIMITS.rawBytes) {
    throw new ApiError(CommonError.payload_too_large, 'Request body is too large');
  }
  return { body: request, isGzip: encoding.endsWith('gzip'), isBzip2: BZIP2.includes(encoding) };
});

/** A plain or gzip-compressed upload: `@UploadedDocument() document: DocumentSource`. */
export const UploadedDocument = (): ParameterDecorator => Uploaded(ENCODINGS);

/** The same, or compressed with bzip2: `@UploadedResult() document: ReceivedDocument`. */
export const UploadedResult = (): ParameterDecorator => Uploaded([...ENCODINGS, ...BZIP2]);
