import net from 'node:net';

/** Opens a socket to the target of the load. */
export type Connect = () => net.Socket;

export interface Response {
  status: number;
  /** Status line and headers as received. */
  head: string;
}

export const toPort =
  (port: number): Connect =>
  () =>
    net.connect(port, '127.0.0.1');

export function formatHead(method: string, path: string, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** The value of a response header. */
export function readHeader({ head }: Response, name: string): string | undefined {
  return new RegExp(`\r\n${name}: ([^\r]*)`, 'i').exec(head)?.[1];
}

const TRANSFER_ENCODING = /\r\ntransfer-encoding:/i;
const CONTENT_LENGTH = /\r\ncontent-length: (\d+)/i;
const CLOSE = /\r\nconnection: close/i;

const IN_CHUNKS = NaN;
const LAST_CHUNK = '0\r\n\r\n';

/**
 * A client on a raw socket, whose cost is small compared with what it measures: it sends one request after the other,
 * and reads and discards each response. A closed connection is reopened for the next request.
 */
export class Connection {
  private socket: net.Socket | undefined;
  private done: ((outcome: Response | Error) => void) | undefined;
  private response: Response | undefined;
  private received = '';
  /** Remaining bytes of the body. */
  private missingBytes = 0;

  constructor(
    private readonly connect: Connect,
    /** Timeout for a silent socket. */
    private readonly timeoutMs = 0,
  ) {}

  /** Sends a whole request; `done` is called once, when the response has ended or failed. */
  exchange(request: Buffer, done: (outcome: Response | Error) => void): void {
    this.done = done;
    this.socket ??= this.open();
    this.socket.write(request);
  }

  close(): void {
    this.socket?.destroy();
  }

  private open(): net.Socket {
    const socket = this.connect().setNoDelay(true);
    let failure = new Error('the connection was closed before the response had ended');
    socket.setTimeout(this.timeoutMs, () => socket.destroy(new Error('no response in time')));
    socket.on('error', (error) => (failure = error));
    socket.on('close', () => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      this.settle(failure);
    });
    socket.on('data', (chunk: Buffer) => this.take(chunk));
    return socket;
  }

  private take(chunk: Buffer): void {
    if (this.response) {
      this.missingBytes -= chunk.length;
      if (Number.isNaN(this.missingBytes))
        this.received = (this.received + chunk.toString('latin1')).slice(-LAST_CHUNK.length);
    } else {
      this.received += chunk.toString('latin1');
      const end = this.received.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.begin(this.received.slice(0, end), this.received.slice(end + 4));
    }
    const hasEnded = Number.isNaN(this.missingBytes) ? this.received === LAST_CHUNK : this.missingBytes <= 0;
    if (hasEnded) this.end();
  }

  private begin(head: string, body: string): void {
    this.response = { status: Number(head.slice(9, 12)), head };
    const lengthBytes = TRANSFER_ENCODING.test(head) ? IN_CHUNKS : Number(CONTENT_LENGTH.exec(head)?.[1] ?? 0);
    this.missingBytes = lengthBytes - body.length;
    this.received = body.slice(-LAST_CHUNK.length);
  }

  private end(): void {
    const response = this.response!;
    if (CLOSE.test(response.head)) {
      this.socket!.destroy();
      this.socket = undefined;
    }
    this.settle(response);
  }

  private settle(outcome: Response | Error): void {
    const { done } = this;
    this.done = undefined;
    this.response = undefined;
    this.received = '';
    done?.(outcome);
  }
}
