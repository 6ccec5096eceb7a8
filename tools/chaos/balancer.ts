import net, { type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Replica } from './replica';

/** Interval of readiness checks, and so the delay of routing, as in a cluster. */
const PROBE_MS = 200;

/**
 * Simulates a Kubernetes Service: passes each new connection to one of the replicas that were ready at the last check,
 * and leaves existing connections alone. It does not interpret HTTP and never retries.
 */
export class Balancer {
  private readonly ready = new Set<number>();
  private turn = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = net.createServer({ noDelay: true }, (socket) => this.pass(socket));
  private isClosed = false;

  readonly replicas: Replica[] = [];

  get port(): number {
    return (this.server.address() as net.AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  /** Adds a replica, running or not. */
  add(replica: Replica): void {
    this.replicas.push(replica);
    void this.probe(replica);
  }

  close(): void {
    this.isClosed = true;
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** Whether the replica gets new connections. */
  routesTo(replica: Replica): boolean {
    return this.ready.has(replica.port);
  }

  private async probe(replica: Replica): Promise<void> {
    while (!this.isClosed) {
      if (await replica.isReady()) this.ready.add(replica.port);
      else this.ready.delete(replica.port);
      await sleep(PROBE_MS);
    }
  }

  private pass(client: Socket): void {
    const ready = [...this.ready];
    const port = ready[this.turn++ % Math.max(1, ready.length)];
    if (port === undefined) {
      client.destroy();
      return;
    }
    const upstream = net.connect({ port, host: '127.0.0.1', noDelay: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      from.once('close', () => this.sockets.delete(from));
      from.on('error', () => to.destroy());
      from.pipe(to);
    }
  }
}
