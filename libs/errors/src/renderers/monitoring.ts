import type { IncomingMessage } from 'node:http';
import { escapeText, markup } from '@wardstone/markup';
import { renderDocument } from '@wardstone/pages';
import { bestMediaType } from '../accept';
import { type BodySchema, type ErrorBody, type ErrorRenderer, errorTypeUrl } from '../error-response';
import { prometheusRenderer, speaksPrometheus } from './prometheus';

/** Suffixes of the last path segment, which replace the Accept header. Source: rule http-4. */
const SUFFIX = /\.(json|jsonw|xml|html|txt|csv)$/;
const TYPE_OF_SUFFIX: Readonly<Record<string, string>> = {
  json: 'application/json',
  jsonw: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  txt: 'text/plain',
  csv: 'text/csv',
};
const OFFERED = ['application/json', 'application/xml', 'text/html', 'text/plain', 'text/csv'];

function bestType({ url = '', headers }: IncomingMessage, readsSuffix: boolean): string {
  const suffix = readsSuffix ? SUFFIX.exec(url.split('?', 1)[0]!)?.[1] : undefined;
  if (suffix !== undefined) return TYPE_OF_SUFFIX[suffix]!;
  return bestMediaType(headers.accept, OFFERED) ?? 'application/json';
}

const text = (description: string): BodySchema => ({ type: 'string', description });

/**
 * Errors of monitoring: one message in the media type that the client prefers. Source: rule http-11.
 * @param vendorTokens setting VENDOR_TOKEN; the first token of the list names the XML element
 * @param options.readsSuffix false if the suffix of the path was already moved into the Accept header
 */
export function monitoringRenderer(vendorTokens: string, { readsSuffix = true } = {}): ErrorRenderer {
  const element = `${vendorTokens.split(',', 1)[0]!.trim()}ErrorWrapper`;
  return {
    render: (error, context): ErrorBody => {
      const { detail, kind } = error;
      const { request, publicBaseUrl } = context;
      if (speaksPrometheus(request.url)) return prometheusRenderer.render(error, context);
      switch (bestType(request, readsSuffix)) {
        case 'application/xml':
          return {
            contentType: 'application/xml',
            text: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><${element}><message>${escapeText(detail)}</message></${element}>`,
          };
        case 'text/html':
          return {
            contentType: 'text/html; charset=utf-8',
            text: renderDocument({
              title: 'Error',
              main: markup`<h1>Error</h1>
<p class="problem">${detail}</p>
<p><a href="${errorTypeUrl(publicBaseUrl, kind)}">Explanation and resolution</a></p>`,
              isText: true,
            }),
          };
        case 'text/plain':
        case 'text/csv':
          return { contentType: 'text/plain; charset=utf-8', text: `${detail}\n` };
        default:
          return { contentType: 'application/json', text: JSON.stringify({ message: detail }) };
      }
    },
    describe: (status, path) => {
      if (speaksPrometheus(path)) return prometheusRenderer.describe(status, path);
      return {
        'application/json': {
          type: 'object',
          description: 'The error in JSON',
          required: ['message'],
          properties: { message: text('Explanation') },
        },
        'application/xml': {
          type: 'object',
          description: 'The error in XML',
          required: ['message'],
          properties: { message: text('Explanation') },
          xml: { name: element },
        },
        'text/html': text('A page with a heading, the message and a link to its explanation'),
        'text/plain': text('The message and a newline; also the response to requests for CSV'),
      };
    },
  };
}
