import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface UpstreamAgentOptions {
  /** Longest time until a connection is made. */
  connectTimeoutMs: number;
  /** Maximum idle time of a connection, whatever the service offers. */
  idleMs: number;
}

type Connected = (error: Error | null, socket: Duplex) => void;

/**
 * Keeps the connections to one service. One that cannot be made is tried once more, for that says nothing about the other
 * replicas. A request is sent, and its body read, only on a connection that is there; so this holds for every request.
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
  // The agent closes what is unused after its own time limit.
  return new UpstreamAgent({ keepAlive: true, timeout: idleMs });
}
