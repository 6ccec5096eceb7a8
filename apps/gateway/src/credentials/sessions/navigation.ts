import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whether a browser is about to show what it gets, and was given no other credentials than it adds itself. */
export function isNavigation({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers.authorization === undefined &&
    headers.accept?.includes('text/html') === true
  );
}

/**
 * Redirects a browser without a login to the login page, and back from there. Programs get the 401, and so does a
 * browser that sends an Authorization header.
 * @returns whether it has responded
 */
export function leadToLoginInstead(
  { status }: { readonly status: number },
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (status !== 401 || response.headersSent || !isNavigation(request)) return false;
  const next = encodeURIComponent((request as { originalUrl?: string }).originalUrl ?? request.url ?? '/');
  response.statusCode = 303;
  response.setHeader('Location', `/login?next=${next}`);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Vary', 'Accept, Authorization, Cookie, Sec-Fetch-Mode');
  response.setHeader('Content-Length', 0);
  response.end();
  return true;
}
