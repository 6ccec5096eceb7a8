import { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import type { Upload } from '@aws-sdk/lib-storage';
import type { ByteRange, ContentBackend, ObjectAddress } from './content-backend';

export interface S3Settings {
  /** Address of the endpoint; by default that of AWS for the region. */
  endpoint?: string;
  region: string;
  bucket: string;
  /** Prefix of every object's key. */
  prefix: string;
  /** By default, the SDK finds them (environment, instance role). */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Puts the bucket into the path instead of the host name, as most servers other than AWS require. */
  usesPathStyle: boolean;
}

/** Minimum part size of S3, whose limit of 10,000 parts makes 48 GiB. */
const PART_BYTES = 5 * 1024 * 1024;

/** Responses of servers that lack an operation. */
const UNKNOWN_OPERATION = new Set(['NotImplemented', 'MethodNotAllowed', 'InvalidRequest']);

interface Sdk {
  client: typeof S3;
  storage: { Upload: typeof Upload };
}

/** Loaded on first use, because most installations have no bucket, and the SDK takes memory. */
async function loadSdk(): Promise<Sdk> {
  const [client, storage] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  return { client, storage };
}

/** Stores each object as an object of an S3 bucket, with its id as key. */
export class S3Backend implements ContentBackend {
  readonly usesLargeObjects = false;
  readonly keptBytes = PART_BYTES;
  private readonly client: S3.S3Client;

  private constructor(
    private readonly settings: S3Settings,
    private readonly sdk: Sdk,
  ) {
    const { endpoint, region, credentials, usesPathStyle } = settings;
    this.client = new sdk.client.S3Client({
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(credentials === undefined ? {} : { credentials }),
      region,
      forcePathStyle: usesPathStyle,
      // Otherwise streams use an encoding that many servers other than AWS do not support.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  static async open(settings: S3Settings): Promise<S3Backend> {
    return new S3Backend(settings, await loadSdk());
  }

  async write(object: ObjectAddress, blocks: AsyncIterable<Buffer>): Promise<void> {
    let failure: { error: unknown } | undefined;
    const watched = async function* (): AsyncIterable<Buffer> {
      try {
        yield* blocks;
      } catch (error) {
        failure = { error };
        throw error;
      }
    };
    const upload = new this.sdk.storage.Upload({
      client: this.client,
      params: { ...this.target(object), Body: Readable.from(watched(), { objectMode: false }) },
      partSize: PART_BYTES,
      queueSize: 1,
    });
    try {
      await upload.done();
    } catch (error) {
      // Takes precedence over a failure of the cleanup.
      throw failure ? failure.error : error;
    }
  }

  async *read(object: ObjectAddress, { start, end }: ByteRange): AsyncIterable<Uint8Array> {
    if (start >= end) return;
    const { Body, ContentRange } = await this.client.send(
      new this.sdk.client.GetObjectCommand({ ...this.target(object), Range: `bytes=${start}-${end - 1}` }),
    );
    if (start > 0 && ContentRange === undefined) throw new Error('the S3 endpoint does not serve ranges');
    let missing = end - start;
    for await (const piece of Body as Readable as AsyncIterable<Uint8Array>) {
      // Some servers ignore the range and send everything.
      yield piece.subarray(0, missing);
      missing -= Math.min(piece.length, missing);
      if (missing === 0) return;
    }
    throw new Error(`stored object ${object.id} is ${missing} bytes shorter than it should be`);
  }

  async erase(object: ObjectAddress): Promise<void> {
    await this.abandonUploads(object);
    await this.client.send(new this.sdk.client.DeleteObjectCommand(this.target(object)));
  }

  /** Closes the connections. */
  close(): void {
    this.client.destroy();
  }

  /** Aborts multipart uploads of dead processes, whose parts are charged but not listed. */
  private async abandonUploads(object: ObjectAddress): Promise<void> {
    const { Bucket, Key } = this.target(object);
    try {
      const { Uploads = [] } = await this.client.send(
        new this.sdk.client.ListMultipartUploadsCommand({ Bucket, Prefix: Key }),
      );
      for (const { UploadId } of Uploads) {
        await this.client.send(new this.sdk.client.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
      }
    } catch (error) {
      if (!UNKNOWN_OPERATION.has((error as Error).name)) throw error;
    }
  }

  private target({ id }: ObjectAddress): { Bucket: string; Key: string } {
    return { Bucket: this.settings.bucket, Key: `${this.settings.prefix}${id}` };
  }
}
