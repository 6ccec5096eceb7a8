import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { readMediaType } from '@wardstone/bootstrap';
import { ApiError, CommonError } from '@wardstone/errors';
import { CHECKLIST_LIMITS, type ChecklistForm, DOCUMENT_LIMITS, type ReportForm } from '@wardstone/scap';
import type { Request } from 'express';
import type { DocumentSource } from './document-stream';

export const XML_TYPES = ['application/xml', 'text/xml'];
/** Documentation of the body: pages offer a file upload, and show a complete minimal document. */
export const xmlDocument = (example: string) => ({ type: 'string', format: 'binary', example });
const ENCODINGS = ['identity', 'gzip', 'x-gzip'];
const BZIP2 = ['bzip2', 'x-bzip2'];

/** Checklists in the newer format (CKLB). */
const JSON_TYPE = 'application/json';
/** Files whose kind does not matter. */
export const ANY_TYPE = 'application/octet-stream';
/** Reports of other scanners (rule scap-9): types of their own, because guides and results refuse plain JSON and text. */
export const REPORT_TYPES = {
  json: 'application/vnd.wardstone.report+json',
  lynis: 'text/vnd.wardstone.lynis',
} as const satisfies Record<ReportForm, string>;

/** A body that is decompressed by its reader. */
export interface ReceivedDocument extends DocumentSource {
  isBzip2: boolean;
  /** Format of a checklist, by media type. */
  form: ChecklistForm;
  /** Format of a scanner's report, by media type; absent for XML. */
  reportForm?: ReportForm;
}

interface Accepted {
  readonly types: readonly string[];
  readonly encodings: readonly string[];
  readonly rawBytes: number;
}

/**
 * The request body as a stream that has not been read yet (rules compliance-29, compliance-32, scap-3).
 * @throws 413, 415
 */
const Uploaded = createParamDecorator((accepted: Accepted, context: ExecutionContext): ReceivedDocument => {
  const { types, encodings, rawBytes } = accepted;
  const request = context.switchToHttp().getRequest<Request>();
  const mediaType = readMediaType(request);
  if (!types.includes(mediaType)) {
    throw new ApiError(CommonError.unsupported_media_type, `Unsupported media type: ${mediaType}`);
  }
  const isXml = XML_TYPES.includes(mediaType);
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!encodings.includes(encoding) || (!isXml && BZIP2.includes(encoding))) {
    throw new ApiError(CommonError.unsupported_media_type, `Unsupported content encoding: ${encoding}`);
  }
  if (Number(request.headers['content-length'] ?? 0) > rawBytes) {
    throw new ApiError(CommonError.payload_too_large, 'Request body is too large');
  }
  return {
    body: request,
    isGzip: encoding.endsWith('gzip'),
    isBzip2: BZIP2.includes(encoding),
    form: mediaType === JSON_TYPE ? 'cklb' : 'ckl',
    ...(mediaType === REPORT_TYPES.json && { reportForm: 'json' as const }),
    ...(mediaType === REPORT_TYPES.lynis && { reportForm: 'lynis' as const }),
  };
});

const OF_DOCUMENT: Accepted = {
  types: [...XML_TYPES, ...Object.values(REPORT_TYPES)],
  encodings: ENCODINGS,
  rawBytes: DOCUMENT_LIMITS.rawBytes,
};

/** A plain or gzip-compressed upload: `@UploadedDocument() document: ReceivedDocument`. */
export const UploadedDocument = (): ParameterDecorator => Uploaded(OF_DOCUMENT);

/** Also accepts bzip2: `@UploadedResult() document: ReceivedDocument`. */
export const UploadedResult = (): ParameterDecorator =>
  Uploaded({ ...OF_DOCUMENT, encodings: [...ENCODINGS, ...BZIP2] });

/** A checklist, plain or compressed with gzip. */
export const UploadedChecklist = (): ParameterDecorator =>
  Uploaded({ types: [...XML_TYPES, JSON_TYPE], encodings: ENCODINGS, rawBytes: CHECKLIST_LIMITS.rawBytes });

/** A file of any kind, stored unchanged. */
export const UploadedFile = (rawBytes: number): ParameterDecorator =>
  Uploaded({ types: [ANY_TYPE], encodings: ['identity'], rawBytes });
