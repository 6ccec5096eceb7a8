import { createRequire } from 'node:module';
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { ownRouteNotFound } from '../gateway-errors';
import type { Upstream } from '../upstreams';

/**
 * Swagger UI sets style attributes from its scripts, which requires inline styles; scripts only come from this host.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wardstone API</title>
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png" sizes="32x32">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body style="margin:0">
<p style="margin:0;padding:.5rem 1.25rem;background:#1b1b1b;font:1rem sans-serif"><a href="/console/" style="color:#fff">Wardstone console</a></p>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/swagger-ui-standalone-preset.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const ASSETS = ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'favicon-32x32.png'];

/** `/docs`: one Swagger UI for the services and the gateway, from local files. */
export function swaggerUi(upstreams: readonly Upstream[]): RequestHandler {
  const folder = path.dirname(createRequire(__filename).resolve('swagger-ui-dist/package.json'));
  const start = startScript(upstreams);
  const pages = express.Router();
  pages.use('/docs', (_request, response, next) => {
    response.setHeader('Content-Security-Policy', POLICY);
    next();
  });
  pages.get('/docs', (_request, response) => void response.type('html').send(PAGE));
  pages.get('/docs/start.js', (_request, response) => void response.type('text/javascript').send(start));
  for (const asset of ASSETS) {
    pages.get(`/docs/${asset}`, (_request, response, next) => {
      response.sendFile(asset, { root: folder, maxAge: '1h' }, (error?: Error) => {
        if (error && !response.headersSent) next(error);
      });
    });
  }
  // Other paths do not fall through to the page with only the gateway's own document.
  pages.use('/docs', ({ method, originalUrl }, _response, next) => {
    next(ownRouteNotFound(method, originalUrl.split('?', 1)[0]!));
  });
  return pages;
}

function startScript(upstreams: readonly Upstream[]): string {
  const urls = [
    ...upstreams.map(({ service, title }) => ({ name: title, url: `/openapi/${service}.json` })),
    { name: 'Gateway', url: '/openapi/gateway.json' },
  ];
  return `window.ui = SwaggerUIBundle({
  urls: ${JSON.stringify(urls)},
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  validatorUrl: null,
  displayRequestDuration: true,
  tryItOutEnabled: true,
});
`;
}
