import fs from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { documentType } from '@wardstone/client';
import { type HttpResponse, send, type Session } from '../session';
import { CommandError } from '../command-error';

/** A file to upload: its size in bytes, or why it cannot be uploaded. */
export interface UploadFile {
  path: string;
  /** Display name: the last part of the path. */
  name: string;
  bytes: number;
  failure?: string;
}

export function lookAt(file: string): UploadFile {
  try {
    const stats = fs.statSync(file);
    if (!stats.isFile()) throw new CommandError('it is not a file');
    fs.accessSync(file, fs.constants.R_OK);
    return { path: file, name: path.basename(file), bytes: stats.size };
  } catch (error) {
    return toUnreadable(file, error as Error);
  }
}

export function toUnreadable(place: string, { message }: Error): UploadFile {
  return { path: place, name: path.basename(place), bytes: 0, failure: `${place} cannot be read: ${message}` };
}

/**
 * Streams a file, compressed or not; `onBytes` is called with the number of further bytes sent.
 * @throws CommandError
 */
export async function sendFile(
  session: Session,
  target: string,
  file: UploadFile,
  onBytes: (count: number) => void,
): Promise<HttpResponse> {
  if (file.failure !== undefined) throw new CommandError(file.failure);
  const encoding = getEncoding(file.name);
  return send(session, {
    method: 'POST',
    target,
    headers: {
      'Content-Type': documentType(file.name),
      'Content-Length': file.bytes,
      ...(encoding && { 'Content-Encoding': encoding }),
    },
    write: (request) => pipeline(fs.createReadStream(file.path), counter(onBytes), request),
  });
}

function getEncoding(name: string): string | undefined {
  if (name.endsWith('.gz')) return 'gzip';
  return name.endsWith('.bz2') ? 'bzip2' : undefined;
}

function counter(onBytes: (count: number) => void): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes(chunk.length);
      done(null, chunk);
    },
  });
}
