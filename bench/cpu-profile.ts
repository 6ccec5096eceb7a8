import { once } from 'node:events';
import { WebSocket } from 'undici';

/** The part of V8's profile that is read here. */
interface Profile {
  nodes: { id: number; callFrame: { functionName: string }; children?: number[] }[];
  samples: number[];
  /** Microseconds between samples. */
  timeDeltas: number[];
}

interface Message {
  id?: number;
  result?: { profile?: Profile };
}

/** The profiler of a Node.js process that was started with `--inspect=127.0.0.1:port`. */
export class Profiler {
  private serial = 0;

  private constructor(private readonly socket: WebSocket) {}

  static async attach(port: number): Promise<Profiler> {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    const socket = new WebSocket(targets[0]!.webSocketDebuggerUrl);
    await once(socket, 'open');
    const profiler = new Profiler(socket);
    await profiler.send('Profiler.enable');
    await profiler.send('Profiler.setSamplingInterval', { interval: 200 });
    return profiler;
  }

  /**
   * Runs `work`; returns for how many milliseconds the process ran one of the functions, or what they called. Without
   * names: for how long it ran at all.
   */
  async timeIn(functions: readonly (readonly string[])[], work: () => Promise<unknown>): Promise<number[]> {
    await this.send('Profiler.start');
    await work();
    const { profile } = (await this.send('Profiler.stop'))!;
    return functions.map((names) => inclusiveMs(profile!, names));
  }

  close(): void {
    this.socket.close();
  }

  private send(method: string, params: object = {}): Promise<Message['result']> {
    const id = ++this.serial;
    const answered = new Promise<Message['result']>((resolve) => {
      const listen = ({ data }: { data: unknown }): void => {
        const message = JSON.parse(String(data)) as Message;
        if (message.id !== id) return;
        this.socket.removeEventListener('message', listen);
        resolve(message.result);
      };
      this.socket.addEventListener('message', listen);
    });
    this.socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }
}

const NOT_RUNNING = new Set(['(idle)', '(program)', '(root)']);

function inclusiveMs({ nodes, samples, timeDeltas }: Profile, names: readonly string[]): number {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const counted = new Set<number>();
  const mark = (id: number, isWithin: boolean): void => {
    const { callFrame, children = [] } = byId.get(id)!;
    const { functionName } = callFrame;
    const counts = names.length === 0 ? !NOT_RUNNING.has(functionName) : isWithin || names.includes(functionName);
    if (counts) counted.add(id);
    for (const child of children) mark(child, counts);
  };
  mark(nodes[0]!.id, false);
  return samples.reduce((sum, id, index) => sum + (counted.has(id) ? timeDeltas[index]! : 0), 0) / 1000;
}
