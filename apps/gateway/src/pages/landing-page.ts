import { type Markup, markup } from '@wardstone/markup';
import { renderDocument } from '@wardstone/pages';
import { renderSignedIn } from '../credentials/sessions/login-page';
import type { Health, UpstreamState } from './upstream-health';

/** The page of services, without scripts. Pure. */

const TONE_OF: Readonly<Record<Health, string>> = { ready: 'good', 'not ready': 'warn', unreachable: 'bad' };

const START_OF: Readonly<Record<UpstreamState['service'], { label: string; href: string }>> = {
  compliance: { label: 'Policies (JSON)', href: '/api/compliance/v2/policies' },
  monitoring: { label: 'Inventory (HTML)', href: '/rest/' },
  'error-registry': { label: 'Catalogue of errors', href: '/api/v1/error' },
};

const CATALOGUE = markup`<li>Every error names its type, which <a href="/api/v1/error">the catalogue</a> explains</li>`;

const HEADINGS = ['Service', 'State', 'Address', 'Start here'];

const heading = (text: string): Markup => markup`<th scope="col" role="columnheader">${text}</th>`;

/** The page as HTML. */
export function renderLandingPage(states: readonly UpstreamState[], username: string | undefined): string {
  return renderDocument({
    title: 'Wardstone',
    top: markup`<header>${renderSignedIn(username)}</header>`,
    main: markup`<h1>Wardstone</h1>
<p>Compliance and monitoring of your systems at one address.</p>
<table class="list" role="table">
<thead role="rowgroup"><tr role="row">${HEADINGS.map(heading)}</tr></thead>
<tbody role="rowgroup">${states.map(renderRow)}
</tbody>
</table>
<section>
<ul>
<li><a href="/console/">The console</a> shows health and compliance of all systems</li>
<li><a href="/docs">Try the API in the browser</a>; as documents: ${states.map(renderDocumentLink)}<a href="/openapi/gateway.json">Gateway</a></li>
<li>Programs authenticate with a token or Basic credentials</li>
${states.some(({ service }) => service === 'error-registry') ? CATALOGUE : ''}
</ul>
</section>`,
    isText: true,
  });
}

function renderRow({ service, title, prefixes, health }: UpstreamState): Markup {
  const { label, href } = START_OF[service];
  const cells = [
    markup`<span class="badge ${TONE_OF[health]}">${health}</span>`,
    markup`${prefixes.map((prefix, index) => markup`${index === 0 ? '' : ', '}<code>${prefix}</code>`)}`,
    markup`<a href="${href}">${label}</a>`,
  ].map((cell, index) => markup`<td role="cell" data-label="${HEADINGS[index + 1]}">${cell}</td>`);
  return markup`
<tr role="row"><th scope="row" role="rowheader">${title}</th>${cells}</tr>`;
}

function renderDocumentLink({ service, title }: UpstreamState): Markup {
  return markup`<a href="/openapi/${service}.json">${title}</a>, `;
}
