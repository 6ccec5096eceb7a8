import { toApiError } from './api-error';
import type { ApiError } from './api-error';
import { goToLogin } from './client';

/** How a file is compressed, by its name; XML is sent as it is. Pure. */
export function encodingOf(name: string): 'gzip' | 'bzip2' | undefined {
  if (/\.gz$/i.test(name)) return 'gzip';
  return /\.bz2$/i.test(name) ? 'bzip2' : undefined;
}

export interface Upload {
  file: File;
  onProgress: (sentBytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends an XML document, compressed or not. `fetch` does not tell how far a body is, so this is the older interface.
 *
 * @returns the record that was stored
 * @throws ApiError when it is refused; with status 0 when there is no response
 */
export function uploadXml<T>(path: string, { file, onProgress, signal }: Upload): Promise<T> {
  return new Promise((resolve, reject: (error: ApiError) => void) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.setRequestHeader('Accept', 'application/problem+json, application/json');
    request.setRequestHeader('Content-Type', 'application/xml');
    const encoding = encodingOf(file.name);
    if (encoding) request.setRequestHeader('Content-Encoding', encoding);
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    const fail = (): void => {
      const headers = new Headers({ 'X-Error-Type': request.getResponseHeader('X-Error-Type') ?? '' });
      reject(toApiError(request.status, headers, request.responseText));
    };
    request.addEventListener('load', () => {
      if (request.status === 401) goToLogin();
      if (request.status >= 200 && request.status < 300)
        resolve((JSON.parse(request.responseText) as { data: T }).data);
      else fail();
    });
    request.addEventListener('error', fail);
    request.addEventListener('abort', fail);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
