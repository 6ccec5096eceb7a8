import net from 'node:net';

export interface RecordedRequest {
  /** The request line, e.g. `GET /rest HTTP/1.1`. */
  line: string;
  /** Lower-case names; the lines as they came, in order. */
  headers: [name: string, value: string][];
  body: string;
  connection: number;
}

export interface RecordingUpstream {
  address: string;
  requests: RecordedRequest[];
  /** Bytes on open connections that no request accounts for. */
  leftovers(): string;
  close(): Promise<void>;
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n';

/**
 * A server that parses strictly by RFC 9112 and records what it reads, as a service behind the gateway would see it.
 */
export async function startRecordingUpstream(): Promise<RecordingUpstream> {
  const requests: RecordedRequest[] = [];
  const pending = new Map<net.Socket, string>();
  let connections = 0;
  const server = net.createServer((socket) => {
    const connection = ++connections;
    pending.set(socket, '');
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('close', () => pending.delete(socket));
    socket.on('data', (text: string) => {
      let rest = pending.get(socket)! + text;
      for (;;) {
        const taken = takeRequest(rest, connection);
        if (!taken) break;
        requests.push(taken.request);
        rest = taken.rest;
        socket.write(taken.request.line.startsWith('HEAD ') ? HEAD : `${HEAD}hello`);
      }
      pending.set(socket, rest);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    requests,
    leftovers: () => [...pending.values()].join(''),
    close: async () => {
      for (const socket of pending.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function takeRequest(text: string, connection: number): { request: RecordedRequest; rest: string } | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [line = '', ...lines] = text.slice(0, headEnd).split('\r\n');
  const headers = lines.map((header): [string, string] => {
    const colon = header.indexOf(':');
    return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()];
  });
  const after = text.slice(headEnd + 4);
  const body = takeBody(headers, after);
  return body && { request: { line, headers, body: body.text, connection }, rest: body.rest };
}

function takeBody(headers: [string, string][], after: string): { text: string; rest: string } | undefined {
  if (headers.some(([name, value]) => name === 'transfer-encoding' && value.toLowerCase() === 'chunked')) {
    return takeChunks(after);
  }
  const length = Number(headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  return after.length < length ? undefined : { text: after.slice(0, length), rest: after.slice(length) };
}

function takeChunks(after: string): { text: string; rest: string } | undefined {
  let text = '';
  let rest = after;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n');
    if (lineEnd === -1) return undefined;
    const size = parseInt(rest.slice(0, lineEnd), 16);
    if (rest.length < lineEnd + 2 + size + 2) return undefined;
    text += rest.slice(lineEnd + 2, lineEnd + 2 + size);
    rest = rest.slice(lineEnd + 2 + size + 2);
    if (size === 0) return { text, rest };
  }
}
