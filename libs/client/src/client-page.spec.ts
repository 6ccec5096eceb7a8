import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import vm from 'node:vm';
import { transformSync } from '@swc/core';
import * as client from '.';

const PAGE = path.join(__dirname, '..', '..', '..', 'docs', 'client.md');
/** Responses of the services to requests of the page. */
const RESPONSES: Readonly<Record<string, [status: number, body: unknown, headers?: Record<string, string>]>> = {
  'POST /rest/group': [201, { id: 1, name: 'web' }],
  'GET /rest/group/1': [200, { id: 1, name: 'web' }],
  'GET /rest/reports/recentAlerts': [200, 'Name\n'],
  'GET /rest/problem': [200, [{ name: 'Disk full' }], { 'X-Collection-Size': '1' }],
  'GET /api/compliance/v2/policies': [200, { data: [{ id: 'p' }], meta: { total: 1 } }],
  'GET /rest/resource': [200, [], { 'X-Collection-Size': '0' }],
  'DELETE /rest/group/1': [403, { detail: 'No permission.' }, { 'X-Error-Type': 'insufficient_scope' }],
};

it('the page about the client runs as it is written', async () => {
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    const name = `${request.method} ${request.url!.split('?')[0]}`;
    requests.push(name);
    const [status, body, headers] = RESPONSES[name] ?? [404, {}];
    response.writeHead(status, headers);
    request.resume().on('end', () => response.end(typeof body === 'string' ? body : JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const blocks = [...fs.readFileSync(PAGE, 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, text]) => text!);
  const code = blocks.join('').replaceAll(/^import .*\n/gm, '');
  const program = transformSync(`run = async () => {\n${code}\n}`, {
    swcrc: false,
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  });
  const shown: unknown[][] = [];
  const show = (...words: unknown[]) => void shown.push(words);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = vm.createContext({
    ...client,
    console: { log: show, error: show },
    process: { env: { WARDSTONE_URL: url, WARDSTONE_PASSWORD: 'secret' } },
    run: undefined,
  });
  vm.runInContext(program.code, context);
  await (context['run'] as () => Promise<void>)();
  server.close();
  expect(requests).toEqual([
    'POST /rest/group',
    'GET /rest/group/1',
    'GET /rest/group/1',
    'GET /rest/reports/recentAlerts',
    'GET /rest/problem',
    'GET /api/compliance/v2/policies',
    'GET /rest/resource',
    'DELETE /rest/group/1',
  ]);
  expect(shown).toEqual([['Disk full'], [1, 1], ['Ask for the permission:', 'No permission.']]);
});
