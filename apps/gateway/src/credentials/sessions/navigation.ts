import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whether a browser opens a page with no credentials except its cookies. */
export function isNavigation({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers.authorization === undefined &&
    headers.accept?.includes('text/html') === true
  );
}

/**
 * Redirects a browser without a session to the login page, which leads back. Programs get the 401, and so do browsers
 * that send an Authorization header.
 * @returns whether it has responded
 */
export function redirectToLogin(
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
