import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Requests that a foreign page tries with the login that the browser keeps, as the text of a function that runs there.
 */
export const ATTEMPTS = `async (target) => {
  const outcomes = {};
  const record = JSON.stringify({ name: 'planted by a foreign page', category: 'MIXED' });
  const send = async (name, path, init) => {
    try {
      const answer = await fetch(target + path, { credentials: 'include', ...init });
      outcomes[name] = answer.type === 'opaque' ? 'opaque' : await answer.text();
    } catch {
      outcomes[name] = 'blocked';
    }
  };
  const group = '/rest/group';
  await send('typeless body', group, { method: 'POST', mode: 'no-cors', body: new Blob([record]) });
  await send('text body', group, { method: 'POST', mode: 'no-cors', body: record });
  await send('JSON body', group, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: record });
  await send('PUT', '/rest/user/favorites/resource/10001', { method: 'PUT' });
  await send('DELETE', '/rest/group/10001', { method: 'DELETE' });
  await send('read', '/rest/status', {});
  await send('read without CORS', '/rest/status', { mode: 'no-cors' });
  await send('session', '/auth/session', {});
  await send('console', '/console/', {});
  await send('sign out', '/auth/session', { method: 'DELETE' });
  await send('sign out as a form', '/logout', { method: 'POST', mode: 'no-cors', body: new URLSearchParams() });
  const load = (name, tag, address) => new Promise((resolve) => {
    const element = document.createElement(tag);
    element.onload = () => { outcomes[name] = 'loaded'; resolve(); };
    element.onerror = () => { outcomes[name] = 'blocked'; resolve(); };
    element.src = address;
    document.body.append(element);
  });
  for (const path of ['/console/', '/login']) {
    const frame = document.createElement('iframe');
    frame.src = target + path;
    const shown = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await shown;
  }
  window.stolen = [];
  window.steal = (data) => window.stolen.push(data);
  await load('script', 'script', target + '/rest/status?jsonp=steal');
  await load('image', 'img', target + '/docs/favicon-32x32.png');
  outcomes.stolen = window.stolen.length;
  return outcomes;
}`;

/** A page with a form that writes in the name of its visitor, on a host and port of its own. */
export async function startForeignPage(target: string): Promise<{ port: number; close(): Promise<void> }> {
  const page = `<!doctype html><title>elsewhere</title>
<form method="post" enctype="text/plain" action="${target}/rest/group">
<input name='{"name":"planted by a form","category":"MIXED","x":"' value='"}'><button>win</button></form>`;
  const server = http.createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
