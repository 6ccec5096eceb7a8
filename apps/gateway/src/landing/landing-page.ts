import { createHash } from 'node:crypto';
import type { Health, UpstreamState } from './upstream-health';

/** The first page a visitor sees. Pure. */

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { margin-bottom: 0; }
table { width: 100%; border-collapse: collapse; margin: 1.5rem 0; }
th, td { text-align: left; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid #8884; }
.state::before { content: "\\25CF"; margin-right: .4rem; }
.ready::before { color: #2a9d4a; }
.waiting::before { color: #d99000; }
.gone::before { color: #d0312d; }
code { background: #8882; padding: .1rem .3rem; border-radius: .2rem; }
`;

/** No script at all, and no style but the one above. */
export const LANDING_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const CLASS_OF: Readonly<Record<Health, string>> = { ready: 'ready', 'not ready': 'waiting', 'out of reach': 'gone' };

const START_OF: Readonly<Record<UpstreamState['service'], { label: string; href: string }>> = {
  compliance: { label: 'Policies (JSON)', href: '/api/compliance/v2/policies' },
  monitoring: { label: 'Root of the resources', href: '/rest/' },
  'error-registry': { label: 'Catalogue of errors', href: '/api/v1/error' },
};

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!);

/** The page as HTML. */
export function renderLandingPage(states: readonly UpstreamState[]): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wardstone</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Wardstone</h1>
<p>Compliance and monitoring of your systems behind one address.</p>
<table>
<thead><tr><th>Service</th><th>State</th><th>Address</th><th>Start here</th></tr></thead>
<tbody>
${states.map(renderRow).join('\n')}
</tbody>
</table>
<ul>
<li><a href="/docs">Try the API in the browser</a>; as documents: ${states.map(renderDocumentLink).join(', ')}, <a href="/openapi/gateway.json">Gateway</a></li>
<li>Log in with Basic credentials, or <code>POST /auth/token</code> for a Bearer token</li>
<li>Every error names its type; <a href="/api/v1/error">the catalogue</a> explains it</li>
</ul>
</body>
</html>
`;
}

function renderRow({ service, title, prefix, health }: UpstreamState): string {
  const { label, href } = START_OF[service];
  return `<tr><td>${escape(title)}</td><td><span class="state ${CLASS_OF[health]}">${health}</span></td><td><code>${escape(prefix)}</code></td><td><a href="${href}">${escape(label)}</a></td></tr>`;
}

function renderDocumentLink({ service, title }: UpstreamState): string {
  return `<a href="/openapi/${service}.json">${escape(title)}</a>`;
}
