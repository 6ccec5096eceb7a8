import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import type { Transform } from 'node:stream';
import { applyDecorators, createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { drainRequest, hasBody, mediaTypeOf } from '@wardstone/bootstrap';
import { ApiError, ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { XML_TYPES, listOf, renderXml, sentRecordSchema } from '@wardstone/media-types';
import type { DtoClass } from '@wardstone/dto';
import type { Request } from 'express';

/** A list of points may be this large, also once it is decompressed. */
export const LIMIT_BYTES = 10 * 1024 * 1024;

/** What a client sent, whole and no longer compressed. */
export interface SentBytes {
  readonly bytes: Buffer;
  readonly isXml: boolean;
}

/** The body of a submission, read when it is requested: whatever a client sends waits until its right is known. */
export interface PointsBody {
  /** Undefined without a body. @throws invalid_content and those of bodies */
  read(): Promise<SentBytes | undefined>;
}

/** Only on routes with `@StreamedBody()`. */
export const SentPointsBody = createParamDecorator((_: unknown, context: ExecutionContext): PointsBody => {
  const request = context.switchToHttp().getRequest<Request>();
  return { read: () => readBody(request) };
});

/** Documents a body of points. */
export function ApiPointsBody<T extends object>(dto: DtoClass<T>, example: readonly T[]): MethodDecorator {
  const xml = renderXml(listOf(dto), example);
  return applyDecorators(
    ApiConsumes('application/json', 'application/xml'),
    ApiBody({
      description: 'At most 10 MiB; may be compressed with gzip, as Content-Encoding says',
      required: true,
      schema: { type: 'array', items: sentRecordSchema(dto), example: [...example] },
      examples: { 'application/json': { value: example }, 'application/xml': { value: xml } },
    }),
    ApiErrors(
      MonitoringError.invalid_content,
      MonitoringError.points_too_old,
      MonitoringError.metric_backlog_full,
      CommonError.unsupported_media_type,
      CommonError.payload_too_large,
    ),
  );
}

const readBefore = new WeakMap<IncomingMessage, Buffer>();

/** Notes the body of a request whose stream has been read to its end. */
export function noteBytes(request: IncomingMessage, bytes: Buffer): void {
  readBefore.set(request, bytes);
}

async function readBody(request: Request): Promise<SentBytes | undefined> {
  if (!hasBody(request)) return undefined;
  const mediaType = mediaTypeOf(request);
  const isXml = XML_TYPES.includes(mediaType);
  if (!isXml && mediaType !== '' && mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
    throw await unread(request, unsupported(`A body of type ${mediaType} is not supported`));
  }
  const bytes = readBefore.get(request) ?? (await bytesOf(request));
  return bytes.length === 0 ? undefined : { bytes, isXml };
}

async function bytesOf(request: Request): Promise<Buffer> {
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (Number(request.headers['content-length']) > LIMIT_BYTES) throw await unread(request, tooLarge());
  switch (coding) {
    case 'identity':
      return gather(request, request);
    case 'gzip':
    case 'x-gzip':
      return decompressed(request, createGunzip());
    case 'deflate':
      return decompressed(request, createInflate());
    default:
      throw await unread(request, unsupported(`Content-Encoding ${coding} is not supported`));
  }
}

async function decompressed(request: Request, decoder: Transform): Promise<Buffer> {
  // No `pipeline`: when the decoder fails, it takes the request from its connection with the rest of the body unread, and
  // whatever comes over that connection afterwards waits behind it.
  request.once('error', () => decoder.destroy());
  request.pipe(decoder);
  try {
    return await gather(decoder, request);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw await unread(request, new ApiError(MonitoringError.invalid_content, 'The body cannot be decompressed'));
  } finally {
    decoder.destroy();
  }
}

function gather(source: Readable, request: Request): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const blocks: Buffer[] = [];
    let length = 0;
    source.on('data', (block: Buffer) => {
      length += block.length;
      if (length <= LIMIT_BYTES) {
        blocks.push(block);
        return;
      }
      source.removeAllListeners('data');
      void unread(request, tooLarge()).then(reject);
    });
    let hasEnded = false;
    source.once('end', () => {
      hasEnded = true;
      resolve(blocks.length === 1 ? blocks[0]! : Buffer.concat(blocks));
    });
    source.once('error', reject);
    source.once('close', () => {
      // Making an error takes longer than all the rest of this.
      if (!hasEnded) reject(new ApiError(MonitoringError.invalid_content, 'The body ended early'));
    });
  });
}

/** The error, once the client has sent what it was sending. */
async function unread(request: Request, error: ApiError): Promise<ApiError> {
  await drainRequest(request);
  return error;
}

function tooLarge(): ApiError {
  return new ApiError(CommonError.payload_too_large, `A list of points must be at most ${LIMIT_BYTES} bytes`);
}

function unsupported(detail: string): ApiError {
  return new ApiError(CommonError.unsupported_media_type, detail);
}
