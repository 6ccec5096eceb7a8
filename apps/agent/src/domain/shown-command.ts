const HIDDEN = '…';

/**
 * A command line for display: the program and the names of its options. Values are hidden, because they are often
 * passwords, or reveal where secrets are.
 */
export function maskCommand(command: string): string {
  const [program = '', ...words] = command.split(' ').filter((word) => word !== '');
  const shown = words.map((word) => {
    if (/^-[A-Za-z]$|^--[A-Za-z][\w-]*$/.test(word)) return word;
    const [, option] = /^(--[A-Za-z][\w-]*)=/.exec(word) ?? [];
    return option === undefined ? HIDDEN : `${option}=${HIDDEN}`;
  });
  return [program, ...shown.filter((word, at) => word !== HIDDEN || shown[at - 1] !== HIDDEN)].join(' ');
}
