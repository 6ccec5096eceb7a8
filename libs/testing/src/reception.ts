import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';

export interface Received {
  url?: string;
  method?: string;
  headers: http.IncomingHttpHeaders;
  bytes: number;
  /** Its first kilobytes. */
  text: string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: string;
}

/** Ends the connection without a response. */
export const HANG_UP: Reply = { status: 0, body: '' };

/** An installation that takes uploads, a folder for files, and the output of a tool. New for every test. */
export interface Reception {
  folder: string;
  url: string;
  received: Received[];
  /** Responses to uploads, in turn; the last one is repeated. */
  replies: Reply[];
  /** Response to a question. */
  respondTo: (target: string) => object;
  /** Headers of responses. */
  responseHeaders: Record<string, string>;
  said: string;
  complaints: string[];
  /** Output of the tool, as a terminal or not. */
  output: (terminal?: { isTTY?: boolean }) => PassThrough;
  aFile: (name: string, bytes?: number) => string;
}

/** Sets WARDSTONE_URL and DATA_DIR for every test; the administrator's password is `made-up-password`. */
export function useReception(): Reception {
  const environment = { ...process.env };
  let server: http.Server;
  const reception: Reception = {
    folder: '',
    url: '',
    received: [],
    replies: [],
    respondTo: () => ({}),
    responseHeaders: {},
    said: '',
    complaints: [],
    output(terminal = {}) {
      const output = Object.assign(new PassThrough(), terminal);
      output.on('data', (chunk: Buffer) => (reception.said += chunk.toString()));
      return output;
    },
    aFile(name, bytes = 10) {
      const file = path.join(reception.folder, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, Buffer.alloc(bytes, 'x'));
      return file;
    },
  };

  const take = (request: http.IncomingMessage, response: http.ServerResponse): void => {
    if (request.method === 'GET') {
      response.writeHead(200, reception.responseHeaders).end(JSON.stringify(reception.respondTo(request.url ?? '')));
      return;
    }
    const record: Received = {
      url: request.url,
      method: request.method,
      headers: request.headers,
      bytes: 0,
      text: '',
    };
    reception.received.push(record);
    request.on('data', (chunk: Buffer) => {
      record.bytes += chunk.length;
      if (record.text.length < 4_096) record.text += chunk.toString();
    });
    request.on('end', () => {
      const { replies } = reception;
      const reply = replies.length > 1 ? replies.shift()! : replies[0]!;
      if (reply === HANG_UP) return void request.socket.destroy();
      const { status, headers, body } = reply;
      response.writeHead(status, headers).end(body);
    });
  };

  beforeEach(async () => {
    Object.assign(reception, { received: [], said: '', complaints: [], responseHeaders: {} });
    reception.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-uploads-'));
    server = http.createServer(take);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    reception.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    jest.spyOn(console, 'error').mockImplementation((line: unknown) => void reception.complaints.push(String(line)));
    process.env['WARDSTONE_URL'] = reception.url;
    process.env['DATA_DIR'] = reception.folder;
    process.env['XDG_CONFIG_HOME'] = reception.folder;
    for (const name of ['WARDSTONE_USER', 'WARDSTONE_PASSWORD', 'WARDSTONE_TOKEN', 'ADMIN_PASSWORD'])
      delete process.env[name];
    fs.writeFileSync(path.join(reception.folder, 'admin-password'), 'made-up-password\n');
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    process.env = { ...environment };
    await new Promise((resolve) => server.close(resolve));
    fs.rmSync(reception.folder, { recursive: true, force: true });
  });

  return reception;
}
