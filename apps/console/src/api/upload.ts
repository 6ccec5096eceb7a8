import { documentType, session, toApiError } from '@wardstone/client';
import { proofNeeded, requireProof } from './proof';

/** Compression of a file, judged by its name; XML is sent uncompressed. Pure. */
export function detectEncoding(name: string): 'gzip' | 'bzip2' | undefined {
  if (/\.gz$/i.test(name)) return 'gzip';
  return /\.bz2$/i.test(name) ? 'bzip2' : undefined;
}

export interface Upload {
  file: File;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
  /** If given, the file is sent as it is; otherwise type and compression follow from its name. */
  mediaType?: string | undefined;
}

/**
 * Sends a document, compressed or not; repeated if the session had ended and the user signs in.
 * @returns the stored record
 * @throws ApiError when it is refused; with status 0 when there is no response
 */
export async function uploadFile<T>(path: string, upload: Upload): Promise<T> {
  let response = await send(path, upload);
  const reason = proofNeeded(response.status, response.type);
  if (reason && (await requireProof(reason))) response = await send(path, upload);
  const { status, type, text } = response;
  if (status >= 200 && status < 300) return (JSON.parse(text) as { data: T }).data;
  throw toApiError(status, new Headers({ 'X-Error-Type': type }), text);
}

interface UploadResponse {
  /** 0 when there is no response. */
  status: number;
  /** Type of the error. */
  type: string;
  text: string;
}

/** XMLHttpRequest, because `fetch` does not report upload progress. */
function send(path: string, { file, onProgress, signal, mediaType }: Upload): Promise<UploadResponse> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/problem+json, application/json');
    request.setRequestHeader('Content-Type', mediaType ?? documentType(file.name));
    for (const [name, value] of Object.entries(session().headers())) request.setRequestHeader(name, value);
    const encoding = mediaType === undefined ? detectEncoding(file.name) : undefined;
    if (encoding) request.setRequestHeader('Content-Encoding', encoding);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    const end = (): void => {
      const type = request.getResponseHeader('X-Error-Type') ?? '';
      resolve({ status: request.status, type, text: request.responseText });
    };
    for (const event of ['load', 'error', 'abort']) request.addEventListener(event, end);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
