import type { Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { drainRequest, mediaTypeOf } from '@wardstone/bootstrap';
import type { Request } from 'express';

/** A body that the operation reads itself. */
export interface UploadBody {
  /** In lower case, without parameters; empty when not given. */
  mediaType: string;
  /** As announced; undefined when it is not. */
  announcedBytes: number | undefined;
  /** The bytes as they come from the network. Breaking off does not end the connection, so that an error can be sent. */
  bytes: AsyncIterable<Uint8Array>;
  /** Takes what is still to come without looking at it, for a while, so that the client hears the answer. */
  drain(): Promise<void>;
}

/** The client went away in the middle. */
export class UploadBrokenOffError extends Error {
  constructor(cause: unknown) {
    super('the upload was interrupted', { cause });
  }
}

/** The body of a route with `@StreamedBody()`. */
export const UploadedBody = createParamDecorator((_: unknown, context: ExecutionContext): UploadBody => {
  const request = context.switchToHttp().getRequest<Request>();
  const length = request.headers['content-length'];
  return {
    mediaType: mediaTypeOf(request),
    announcedBytes: length === undefined ? undefined : Number(length),
    bytes: bytesOf(request),
    drain: () => drainRequest(request),
  };
});

async function* bytesOf(body: Readable): AsyncIterable<Uint8Array> {
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
