import { STATUS_CODES } from 'node:http';
import {
  type ApiError,
  bestMediaType,
  type ErrorBody,
  type ErrorContext,
  type ErrorRenderer,
  errorTypeUrl,
  problemDetailsRenderer,
} from '@wardstone/errors';
import { markup } from '@wardstone/markup';
import { PAGE_POLICY, renderDocument } from '@wardstone/pages';

const PROBLEM = 'application/problem+json';
const PAGE = 'text/html';

/** Errors of the gateway itself: problem details, and a page for browsers. Pure. */
export const problemRenderer: ErrorRenderer = {
  render: (error, context) =>
    bestMediaType(context.request.headers.accept, [PROBLEM, 'application/json', PAGE]) === PAGE
      ? renderPage(error, context)
      : problemDetailsRenderer.render(error, context),
  describe: (status, path) => ({
    ...problemDetailsRenderer.describe(status, path),
    [PAGE]: { type: 'string', description: 'A page with the message and a link to its explanation' },
  }),
};

function renderPage({ kind, detail }: ApiError, { requestId, publicBaseUrl }: ErrorContext): ErrorBody {
  const title = STATUS_CODES[kind.status] ?? 'Error';
  const text = renderDocument({
    title: `${title} - Wardstone`,
    isText: true,
    main: markup`<h1>${title}</h1>
<p class="problem">${detail}</p>
<p><a href="${errorTypeUrl(publicBaseUrl, kind)}">Explanation and resolution</a></p>
<p><a href="/console/">Console</a> · <a href="/services">State of the services</a></p>
<p class="quiet">Status ${kind.status}, <code>${kind.type}</code>, request <code>${requestId}</code></p>`,
  });
  return {
    contentType: `${PAGE}; charset=utf-8`,
    text,
    headers: { 'Content-Security-Policy': PAGE_POLICY },
  };
}
