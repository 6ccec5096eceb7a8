import type { ApiError } from './api-error';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/**
 * How long to wait before a request is sent again; undefined when the server asks for more than is worth waiting for.
 *
 * @param attempt how often it was sent, from 1
 * @param chance from 0 to 1: clients that failed together return apart
 */
export function pauseBefore({ retryAfter }: Pick<ApiError, 'retryAfter'>, attempt: number, chance: number) {
  const usual = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + chance / 2);
  const wanted = retryAfter === undefined ? usual : Math.max(retryAfter * 1000, usual);
  return wanted > LONGEST_PAUSE_MS ? undefined : wanted;
}

/** @throws the reason of the signal when it is aborted */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
}
