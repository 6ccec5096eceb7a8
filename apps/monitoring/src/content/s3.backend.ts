import { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import type { Upload } from '@aws-sdk/lib-storage';
import type { ByteRange, ContentBackend, ObjectAddress } from './content-backend';

export interface S3Settings {
  /** Address of the endpoint; that of AWS for the region when absent. */
  endpoint?: string;
  region: string;
  bucket: string;
  /** Begins the key of every object. */
  prefix: string;
  /** Found by the SDK itself (environment, instance role) when absent. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** The bucket is part of the path, not of the host name; most servers other than AWS need it. */
  usesPathStyle: boolean;
}

/** The least that S3 takes. It takes 10,000 parts at most, hence 48 GiB. */
const PART_BYTES = 5 * 1024 * 1024;

/** Responses of servers that lack an operation. */
const UNKNOWN_OPERATION = new Set(['NotImplemented', 'MethodNotAllowed', 'InvalidRequest']);

interface Sdk {
  client: typeof S3;
  storage: { Upload: typeof Upload };
}

/** Most installations have no such bucket, and the SDK would take memory there. */
async function loadSdk(): Promise<Sdk> {
  const [client, storage] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  return { client, storage };
}

/** Bytes as objects of an S3 bucket, one per stored object, under its id. */
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
      // Otherwise streams are sent in a coding that servers other than AWS often do not read.
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
      // Whatever clearing up after it met.
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
      // Some servers send everything when only the first byte is requested.
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

  /** Ends the connections. */
  close(): void {
    this.client.destroy();
  }

  /** Parts of an upload that its process did not live to abandon are charged for, and shown nowhere. */
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
