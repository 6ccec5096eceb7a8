import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface UpstreamAgentOptions {
  /** Timeout for connecting. */
  connectTimeoutMs: number;
  /** Maximum idle time of a connection, whatever the service states. */
  idleMs: number;
}

type Connected = (error: Error | null, socket: Duplex) => void;

/**
 * Keeps connections to one service. A failed connection is tried once more, because another replica may respond. A
 * request and its body are only sent on an established connection, so this is safe for every request.
 */
export function upstreamAgent(origin: string, { connectTimeoutMs, idleMs }: UpstreamAgentOptions): http.Agent {
  const Agent: typeof http.Agent = origin.startsWith('https:') ? https.Agent : http.Agent;
  class UpstreamAgent extends Agent {
    override createConnection(options: http.ClientRequestArgs, connected?: Connected): undefined {
      const attempt = (failed: (error: Error) => void): void => {
        const socket = super.createConnection(options) as Socket;
        const tooLate = (): unknown => socket.destroy(new Error(`no connection within ${connectTimeoutMs} ms`));
        const timer = setTimeout(tooLate, connectTimeoutMs);
        const refused = (error: Error): void => {
          clearTimeout(timer);
          failed(error);
        };
        socket.once('error', refused);
        socket.once('connect', () => {
          clearTimeout(timer);
          socket.off('error', refused);
          connected!(null, socket);
        });
      };
      attempt(() => attempt((error) => connected!(error, undefined as never)));
    }
  }
  // The agent closes unused connections after its own timeout.
  return new UpstreamAgent({ keepAlive: true, timeout: idleMs });
}
