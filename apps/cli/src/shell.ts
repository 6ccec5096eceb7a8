import type { ApiError } from '@wardstone/client';
import type { Command } from 'commander';
import { CommandError } from './command-error';
import { withFields, withoutVersion } from './session';
import type { Output } from './uploads/progress';

/** Output of commands, and their exit code. */
export interface Shell {
  output: Output;
  /** Exit code of the process. */
  code: number;
}

/** Adds a group of commands. */
export type AddCommands = (program: Command, shell: Shell) => void;

/** The action of a command, whose result is the exit code, by default 0. */
export function toAction<Args extends unknown[]>(
  shell: Shell,
  work: (...args: Args) => Promise<number | void> | number | void,
): (...args: Args) => Promise<void> {
  return async (...args) => {
    shell.code = (await work(...args)) || 0;
  };
}

/** Collects a repeatable option. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Control characters, which could change a terminal by escape sequences or writing directions. */
// oxlint-disable-next-line no-control-regex
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text in one line, safe for a terminal. */
export function toPrintable(text: string): string {
  return text.replace(UNSAFE, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same for several lines. */
export function toPrintableLines(text: string): string {
  return text.split('\n').map(toPrintable).join('\n');
}

/** A failure as a sentence, with the URL of its explanation. */
export function explainFailure(error: ApiError | CommandError, before = ''): string {
  if (error instanceof CommandError) return toPrintableLines(before + error.message);
  const { status, detail, fields, help } = error;
  const sentence = status === 0 ? detail : `Rejected with ${status}: ${withoutVersion(detail)}`;
  return toPrintableLines(`${before}${withFields(sentence, fields)}${help ? ` (${help})` : ''}`);
}
