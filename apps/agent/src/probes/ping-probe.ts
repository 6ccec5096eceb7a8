import { runCommand } from '../control/run-command';
import { type ProbeContext, ProbeFailed, ProbeImpossible, type ProbeResponse, toSafeText } from './probe-outcome';
import type { ProbeProperties } from './probe-properties';

/** Longer than the timeout of every probe, which ends the program first. */
const LIMIT_MS = 60_000;
const TIME = /\btime[=<]\s*(\d{1,9}(?:\.\d{1,9})?)\s*ms/;
/** Exit code of Linux' ping if it could not send. */
const NOT_SENT = 2;

/** Sends one echo request with the host's `ping`, because the agent has no permission to do it itself. */
export async function probePing(
  properties: ProbeProperties,
  { targets, signal }: ProbeContext,
  program = 'ping',
): Promise<ProbeResponse> {
  const host = properties.requiredText('host');
  const [target] = await targets.resolve(host, 'ping');
  if (process.platform === 'win32') throw new ProbeImpossible('ping is not supported on Windows');
  const args = ['-c', '1', target!.address];
  const end = await runCommand({ program, args, limitMs: LIMIT_MS }, signal, () => undefined).catch((error: Error) => {
    throw new ProbeImpossible(`ping cannot be run on this host: ${error.message}`);
  });
  signal.throwIfAborted();
  const [, time] = TIME.exec(end.output) ?? [];
  if (end.exitCode === 0 && time !== undefined) return { result: 'replied', responseMs: Number(time) };
  if (end.exitCode === 0) return { result: 'replied' };
  if (end.exitCode === NOT_SENT) throw new ProbeImpossible(`ping: ${toSafeText(end.output, 200)}`);
  throw new ProbeFailed('no reply');
}
