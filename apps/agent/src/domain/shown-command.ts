const HIDDEN = '…';

/**
 * A command line for display: the program and the names of its options. Their values are hidden, for they are passwords
 * often enough, and say where secrets are kept.
 */
export function shownCommand(command: string): string {
  const [program = '', ...words] = command.split(' ').filter((word) => word !== '');
  const shown = words.map((word) => {
    if (/^-[A-Za-z]$|^--[A-Za-z][\w-]*$/.test(word)) return word;
    const [, option] = /^(--[A-Za-z][\w-]*)=/.exec(word) ?? [];
    return option === undefined ? HIDDEN : `${option}=${HIDDEN}`;
  });
  return [program, ...shown.filter((word, at) => word !== HIDDEN || shown[at - 1] !== HIDDEN)].join(' ');
}
