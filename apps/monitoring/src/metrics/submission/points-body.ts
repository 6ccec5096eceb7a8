import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { BodyBytes, drainRequest, hasBody, readMediaType, streamedBody } from '@wardstone/bootstrap';
import { ApiError, ApiErrors, CommonError } from '@wardstone/errors';
import { XML_TYPES, documentedParameter, toListKind, renderXml, sentRecordSchema } from '@wardstone/media-types';
import type { DtoClass } from '@wardstone/dto';
import type { Request } from 'express';

/** Maximum size of a list of points, before and after decompression. */
export const LIMIT_BYTES = 10 * 1024 * 1024;
/** Maximum number of values in points that need the parser: as many as 10 MiB contain in the shortest notation. */
export const MAX_VALUES = 800_000;

/** A client's complete, decompressed body. */
export interface SentBytes {
  readonly bytes: Buffer;
  readonly isXml: boolean;
}

/** The body of a submission, read on demand, after the permission check. */
export interface PointsBody {
  /** Undefined without a body. @throws invalid_content and those of bodies */
  read(): Promise<SentBytes | undefined>;
}

const RawRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

/** Creates a `PointsBody` from a request. */
@Injectable()
class PointsBodyPipe implements PipeTransform<Request, PointsBody> {
  constructor(private readonly bytes: BodyBytes) {}

  transform(request: Request): PointsBody {
    return { read: () => this.read(request) };
  }

  private async read(request: Request): Promise<SentBytes | undefined> {
    if (!hasBody(request)) return undefined;
    const mediaType = readMediaType(request);
    const isXml = XML_TYPES.includes(mediaType);
    if (!isXml && mediaType !== '' && mediaType !== 'application/json' && !mediaType.endsWith('+json')) {
      await drainRequest(request);
      throw new ApiError(CommonError.unsupported_media_type, `A body of type ${mediaType} is not supported`);
    }
    const bytes = readBefore.get(request) ?? (await this.bytes.read(request, request.res!, LIMIT_BYTES));
    return bytes.length === 0 ? undefined : { bytes, isXml };
  }
}

/** The body as a list of points, which the service parses: the parameter is a `PointsBody`. */
export function SentPointsBody<T extends object>(dto: DtoClass<T>, example: readonly T[]): ParameterDecorator {
  const xml = renderXml(toListKind(dto), example);
  return documentedParameter(
    RawRequest(PointsBodyPipe),
    streamedBody,
    ApiConsumes('application/json', 'application/xml'),
    ApiBody({
      description:
        'At most 10 MiB and 800,000 JSON values; may be compressed with gzip, deflate or br, as Content-Encoding says',
      required: true,
      schema: { type: 'array', items: sentRecordSchema(dto), example: [...example] },
      examples: { 'application/json': { value: example }, 'application/xml': { value: xml } },
    }),
    ApiErrors(
      'invalid_content',
      'points_too_old',
      'metric_backlog_full',
      'unsupported_media_type',
      'payload_too_large',
      'too_much_in_progress',
      'too_many_heavy_requests',
    ),
  );
}

const readBefore = new WeakMap<IncomingMessage, Buffer>();

/** Stores the body of a request whose stream has already been read. */
export function noteBytes(request: IncomingMessage, bytes: Buffer): void {
  readBefore.set(request, bytes);
}
