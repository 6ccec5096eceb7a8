import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { certificateEnd, type CertificateEnd } from '../domain/certificate-end';

/** A folder with more is not one host's set of certificates; the rest is not read. */
const MAX_FILES = 200;
const MAX_ENTRIES = 2_000;
/** `/etc/letsencrypt/live/example.com/cert.pem` is three levels below `/etc/letsencrypt`. */
const MAX_DEPTH = 3;
const MAX_BYTES = 256 * 1024;
const ENDINGS = new Set(['.pem', '.crt', '.cer', '.cert', '.der']);
/** Skipped file names: intermediate certificates, which are also in the chain beside them. */
const INTERMEDIATES = new Set(['chain.pem']);

interface Walk {
  files: string[];
  entries: number;
}

export interface FoundCertificates {
  certificates: readonly CertificateEnd[];
  /** Configured files and folders without a certificate, with the reason. */
  problems: readonly string[];
}

/** Certificates in the files and folders that the owner of the host lists; in folders, those with a usual extension. */
export async function readCertificates(named: readonly string[]): Promise<FoundCertificates> {
  const certificates: CertificateEnd[] = [];
  const problems: string[] = [];
  for (const place of named) {
    try {
      const walk: Walk = { files: [], entries: 0 };
      const isFolder = (await fs.stat(place)).isDirectory();
      if (isFolder) await listFiles(walk, place, 1);
      else walk.files.push(place);
      const found = await Promise.all(walk.files.map((file) => readEnd(file, isFolder)));
      certificates.push(...found.filter((each) => each !== undefined));
      if (found.every((each) => each === undefined)) problems.push(`${place} holds no certificate`);
    } catch (error) {
      problems.push(`${place} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`);
    }
  }
  return { certificates, problems };
}

async function listFiles(walk: Walk, folder: string, depth: number): Promise<void> {
  for await (const entry of await fs.opendir(folder)) {
    if (++walk.entries > MAX_ENTRIES || walk.files.length >= MAX_FILES) return;
    const place = path.join(folder, entry.name);
    if (entry.isDirectory() && depth < MAX_DEPTH) await listFiles(walk, place, depth + 1);
    else if (!entry.isDirectory() && ENDINGS.has(path.extname(entry.name)) && !INTERMEDIATES.has(entry.name)) {
      walk.files.push(place);
    }
  }
}

/**
 * @param isOptional whether an unreadable file is skipped: keys beside certificates are only readable for their owner
 */
async function readEnd(file: string, isOptional: boolean): Promise<CertificateEnd | undefined> {
  try {
    const handle = await fs.open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return undefined;
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
      return certificateEnd(file, buffer.subarray(0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (isOptional) return undefined;
    throw error;
  }
}
