import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';

/** Displayed progress of uploads. */
export interface Progress {
  start(name: string): void;
  /** Adds sent bytes. */
  advance(bytes: number): void;
  /** Reports the outcome of a file in one line. */
  report(line: string): void;
  stop(): void;
}

export interface Output extends Writable {
  isTTY?: boolean;
  columns?: number;
}

/** A progress bar on a terminal, with lines above it; elsewhere only the lines. */
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
    // Ctrl-C ends the program at once, so a hidden cursor would stay hidden.
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
      // Stopping clears the bar; the line replaces it and the bar continues below.
      bar.stop();
      output.write(`${line}\n`);
      draw();
    },
    stop: () => bar.stop(),
  };
}
