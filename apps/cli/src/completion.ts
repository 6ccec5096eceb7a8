import { Argument, type Command } from 'commander';
import { withExamples } from './help';
import { type AddCommands, toAction } from './shell';
import { FORMATS } from './writers';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export const addCompletionCommand: AddCommands = (program, shell) => {
  withExamples(program.command('completion'), 'completion bash > ~/.wardstone-completion')
    .addArgument(new Argument('<shell>', 'your shell').choices(SHELLS))
    .summary('Print the shell completion script for bash, zsh or fish.')
    .description(
      'Print a completion script. Load it in bash or zsh: source <(npx wardstone completion bash); in fish: npx wardstone completion fish | source. ' +
        'It completes the command wardstone. Where that is not in the PATH, define an alias: alias wardstone="npx wardstone".',
    )
    .action(
      toAction(
        shell,
        (wanted: (typeof SHELLS)[number]) => void shell.output.write(SCRIPTS[wanted](getPlaces(program))),
      ),
    );
};

/** A word that can occur at a position, with a description. */
interface Word {
  text: string;
  about: string;
}

/** A command with its path, e.g. `wardstone list`, and the words that can follow. */
interface Place {
  path: string;
  words: Word[];
}

/** Pure. */
function getPlaces(command: Command, path = command.name()): Place[] {
  const commands = command.commands.map((each) => ({ text: each.name(), about: each.summary() || each.description() }));
  const options = command.options.map(({ long, short, description }) => ({ text: long ?? short!, about: description }));
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const words = [...commands, ...choices.map((text) => ({ text, about: '' })), ...options];
  return [{ path, words }, ...command.commands.flatMap((each) => getPlaces(each, `${path} ${each.name()}`))];
}

/** Values of `-o`, which all commands share. */
const FORMAT_WORDS = FORMATS.join(' ');

const inQuotes = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const toPaths = (places: readonly Place[]): string => places.map(({ path }) => inQuotes(path)).join(' | ');

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], (places: readonly Place[]) => string>> = {
  bash: (places) => `_wardstone() {
  local at place=wardstone words= word=\${COMP_WORDS[COMP_CWORD]}
  for ((at = 1; at < COMP_CWORD; at++)); do
    case "$place \${COMP_WORDS[at]}" in
      ${toPaths(places)}) place="$place \${COMP_WORDS[at]}" ;;
    esac
  done
  case \${COMP_WORDS[COMP_CWORD - 1]} in
    -o | --output) place= words='${FORMAT_WORDS}' ;;
  esac
  case $place in
${places.map(({ path, words }) => `    ${inQuotes(path)}) words=${inQuotes(words.map(({ text }) => text).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _wardstone wardstone
`,
  zsh: (places) => `#compdef wardstone
_wardstone() {
  local at place=wardstone
  local -a found
  for ((at = 2; at < CURRENT; at++)); do
    case "$place \${words[at]}" in
      ${toPaths(places)}) place="$place \${words[at]}" ;;
    esac
  done
  case \${words[CURRENT - 1]} in
    -o | --output) compadd ${FORMAT_WORDS}; return ;;
  esac
  case $place in
${places.map(({ path, words }) => `    ${inQuotes(path)}) found=(${words.map(describedForZsh).join(' ')}) ;;`).join('\n')}
  esac
  _describe command found || _files
}
if [[ $funcstack[1] == _wardstone ]]; then _wardstone "$@"; else compdef _wardstone wardstone; fi
`,
  fish: (places) => `function __wardstone_place
  set -l place wardstone
  set -l given (commandline -opc)
  for word in $given[2..-1]
    switch "$place $word"
      case ${places.map(({ path }) => inFish(path)).join(' ')}
        set place "$place $word"
    end
  end
  echo $place
end
complete -c wardstone -s o -x -a ${inFish(FORMAT_WORDS)}
${places
  .flatMap(({ path, words }) =>
    words.map(({ text, about }) => {
      const condition = inFish(`test (__wardstone_place) = "${path}"`);
      return `complete -c wardstone -n ${condition} -a ${inFish(text)} -d ${inFish(about)}`;
    }),
  )
  .join('\n')}
`,
};

function describedForZsh({ text, about }: Word): string {
  return inQuotes(about ? `${text}:${about.replaceAll(':', '\\:')}` : text);
}

function inFish(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
