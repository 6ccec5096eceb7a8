import type { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext, Injectable, type PipeTransform } from '@nestjs/common';
import { BodyBytes, drainRequest, readMediaType } from '@wardstone/bootstrap';
import type { Request } from 'express';

/** A body that the operation reads itself. */
export interface UploadBody {
  /** Lower case, without parameters; empty if not given. */
  mediaType: string;
  /** Declared length, if any. */
  announcedBytes: number | undefined;
  /**
   * Reserves memory for bodies until the response has ended.
   * @throws too_much_in_progress
   */
  hold(bytes: number): Promise<void>;
  /** The bytes as received. Stopping early keeps the connection open, so that an error can be sent. */
  bytes: AsyncIterable<Uint8Array>;
  /** Reads and discards the rest for a while, so that the client gets the response. */
  drain(): Promise<void>;
}

/** The client disconnected during the upload. */
export class UploadBrokenOffError extends Error {
  constructor(cause: unknown) {
    super('the upload was interrupted', { cause });
  }
}

const RawRequest = createParamDecorator((_: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>(),
);

@Injectable()
class UploadBodyPipe implements PipeTransform<Request, UploadBody> {
  constructor(private readonly memory: BodyBytes) {}

  transform(request: Request): UploadBody {
    const length = request.headers['content-length'];
    return {
      mediaType: readMediaType(request),
      announcedBytes: length === undefined ? undefined : Number(length),
      hold: async (bytes) => this.memory.hold(request, request.res!).take(bytes),
      bytes: toBytes(request),
      drain: () => drainRequest(request),
    };
  }
}

/** The body of an operation that declares it as streamed. */
export const UploadedBody = (): ParameterDecorator => RawRequest(UploadBodyPipe);

async function* toBytes(body: Readable): AsyncIterable<Uint8Array> {
  const chunks = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
  const next = (): Promise<IteratorResult<Uint8Array>> =>
    chunks.next().catch((error: unknown) => {
      throw new UploadBrokenOffError(error);
    });
  try {
    for (let chunk = await next(); !chunk.done; chunk = await next()) yield chunk.value;
  } finally {
    await chunks.return?.();
  }
}
