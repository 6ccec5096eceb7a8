const CALLBACK = /^[A-Za-z_$][A-Za-z0-9_$.]*$/;

export const JSONP_CONTENT_TYPE = 'application/javascript; charset=utf-8';

/**
 * Reads the callback of a JSONP request. See rule http-15.
 *
 * @param value the query parameter as express parses it.
 * @returns undefined when none is requested, null when it may not be used as one.
 */
export function parseCallback(value: unknown): string | null | undefined {
  if (value === undefined || value === '') return undefined;
  return typeof value === 'string' && CALLBACK.test(value) ? value : null;
}

/** The script of a JSONP answer around the JSON body it stands for. */
export function wrapInCallback(callback: string, json: string): string {
  return `${callback}(${json});`;
}
