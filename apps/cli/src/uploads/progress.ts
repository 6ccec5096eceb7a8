import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';

/** Progress that a person sees during uploads. */
export interface Progress {
  start(name: string): void;
  /** Bytes on their way. */
  advance(bytes: number): void;
  /** The end of a file, in one line. */
  report(line: string): void;
  stop(): void;
}

export interface Output extends Writable {
  isTTY?: boolean;
  columns?: number;
}

/** A bar on a terminal, with the lines above it; elsewhere the lines alone. */
export function openProgress(output: Output, totalBytes: number): Progress {
  const say = (line: string): void => void output.write(`${line}\n`);
  return output.isTTY ? openBar(output, totalBytes) : { start() {}, advance() {}, report: say, stop() {} };
}

function openBar(output: Output, totalBytes: number): Progress {
  const bar = new SingleBar({
    stream: output,
    format: '{bar} {percentage}%  {eta_formatted} left  {name}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 30,
    clearOnComplete: true,
    // Ctrl-C ends the program at once, so the cursor must not need to be shown again.
    hideCursor: false,
  });
  let sent = 0;
  let current = '';
  const draw = (): void => bar.start(totalBytes, sent, { name: current });
  draw();
  return {
    start(name) {
      current = name;
      bar.update(sent, { name });
    },
    advance(bytes) {
      sent += bytes;
      bar.update(sent);
    },
    report(line) {
      // Stopping clears the bar; the line takes its place and the bar continues below.
      bar.stop();
      output.write(`${line}\n`);
      draw();
    },
    stop: () => bar.stop(),
  };
}
