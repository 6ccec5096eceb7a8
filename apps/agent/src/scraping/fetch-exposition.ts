import { version } from '../../../../package.json';
import { withDeadline } from '../deadline';
import { type Exposition, parseExposition } from '@wardstone/series-formats';

/** Larger than the largest exporters; several copies are in memory. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_SAMPLES = 50_000;

const OPENMETRICS = 'application/openmetrics-text';
const ACCEPTED = `${OPENMETRICS};version=1.0.0;q=0.8,text/plain;version=0.0.4;q=0.5,*/*;q=0.1`;

interface FetchOptions {
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Fetches the current exposition; redirects are not followed.
 * @throws Error with the reason why there is nothing
 */
export function fetchExposition(url: string, { timeoutMs, signal }: FetchOptions): Promise<Exposition> {
  return withDeadline(signal, timeoutMs, async (either) => {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: either,
      headers: {
        Accept: ACCEPTED,
        'User-Agent': `wardstone-agent/${version}`,
        'X-Prometheus-Scrape-Timeout-Seconds': String(timeoutMs / 1000),
      },
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new Error(`status ${response.status}`);
    }
    const format = getFormat(response.headers.get('content-type') ?? '');
    return parseExposition(await readText(response), format, MAX_SAMPLES);
  });
}

function getFormat(contentType: string): 'text' | 'openmetrics' {
  const mediaType = contentType.split(';', 1)[0]!.trim().toLowerCase();
  if (mediaType === OPENMETRICS) return 'openmetrics';
  // Some exporters send no content type.
  if (mediaType === 'text/plain' || mediaType === '') return 'text';
  throw new Error(`a response of type ${mediaType}`);
}

/** @throws Error when it exceeds the limit after decompression, or is not UTF-8 */
async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const pieces: string[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`a response larger than ${MAX_BYTES} bytes`);
    pieces.push(decoder.decode(chunk, { stream: true }));
  }
  return pieces.join('') + decoder.decode();
}
