import { STATUS_CODES } from 'node:http';
import { type ErrorRenderer, errorTypeUrl } from '@wardstone/errors';
import { markup } from '@wardstone/markup';
import { renderPage } from '../render/page-frame';
import { type RepresentationOptions } from './production';
import { getJsonpCallback, JSONP_CONTENT_TYPE, wrapInCallback } from './negotiation.guard';

type PageErrorSettings = Omit<RepresentationOptions, 'vendorTokens' | 'jsonpParameter'>;

/**
 * Errors in the service's own formats: pages with links back, and scripts for JSONP requests; otherwise as `plain`
 * writes them. See rules http-11, http-15.
 */
export function pageErrorRenderer(plain: ErrorRenderer, settings: PageErrorSettings): ErrorRenderer {
  return {
    render: (error, context) => {
      const body = plain.render(error, context);
      const callback = getJsonpCallback(context.request);
      if (callback) return { contentType: JSONP_CONTENT_TYPE, text: wrapInCallback(callback, body.text) };
      if (!body.contentType.startsWith('text/html')) return body;
      const help = errorTypeUrl(context.publicBaseUrl, error.kind);
      const content = markup`<p class="problem">${error.detail}</p><p><a href="${help}">Explanation and resolution</a></p>`;
      const [path = ''] = (context.request.url ?? '').split('?', 1);
      const title = `${error.status} ${STATUS_CODES[error.status] ?? 'Error'}`;
      const page = { title, path, content, user: settings.userOf?.(context.request) };
      return { contentType: body.contentType, text: renderPage(page, settings) };
    },
    describe: (status, path) => plain.describe(status, path),
  };
}
