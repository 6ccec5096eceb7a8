/** An instruction of a Dockerfile with joined continuation lines. */
export interface Instruction {
  name: string;
  argument: string;
}

/** The stages of a Dockerfile in order, each starting with its FROM. Everything before the first is ignored. */
export function readStages(text: string): Instruction[][] {
  const stages: Instruction[][] = [];
  const lines = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n/g, ' ');
  for (const line of lines.split('\n').filter((candidate) => candidate.trim() !== '')) {
    const [, name, argument] = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined || argument === undefined) throw new Error(`not an instruction: ${line}`);
    if (name.toUpperCase() === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name: name.toUpperCase(), argument: argument.trim() });
  }
  return stages;
}

/** How an image is built: the steps of the build stage, and those of the stages in the image. */
export interface ImageRecipe {
  build: Instruction[];
  final: Instruction[];
}

/** The recipe of the image for `--build-arg APP=app`: the last stage, preceded by those it is based on. */
export function readRecipe(text: string, app: string): ImageRecipe {
  const stages = readStages(text);
  const described = stages.map((stage) => {
    const [base, name] = stage[0]!.argument.split(/\s+AS\s+/i);
    return { stage, name, base: base!.replaceAll('${APP}', app) };
  });
  const named = (name: string): (typeof described)[0] | undefined => described.find((one) => one.name === name);
  const chain = [];
  for (let one = described.at(-1); one !== undefined; one = named(one.base)) chain.unshift(one);
  return { build: named('build')?.stage ?? [], final: chain.flatMap(({ stage }) => stage) };
}

/** The last argument of an instruction in a stage. */
export function lastArgument(stage: readonly Instruction[], name: string): string {
  const found = stage.filter((instruction) => instruction.name === name).at(-1);
  if (!found) throw new Error(`no ${name} in the stage`);
  return found.argument;
}

/** The environment of a stage from ENV A=1 B=2. */
export function readEnvironment(stage: readonly Instruction[]): Record<string, string> {
  const pairs = stage
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ argument }) => [...argument.matchAll(/(\w+)=("[^"]*"|\S+)/g)]);
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, value!.replace(/^"|"$/g, '')]));
}

/** The words in the exec form of CMD or of a HEALTHCHECK's CMD. */
export function parseWords(argument: string): string[] {
  return JSON.parse(argument.slice(argument.indexOf('['))) as string[];
}

/** Whether the patterns of a .dockerignore exclude a path (with forward slashes). */
export function isIgnored(patterns: readonly string[], path: string): boolean {
  return patterns.reduce(
    (isOut, pattern) => (matches(pattern.replace(/^!/, ''), path) ? pattern[0] !== '!' : isOut),
    false,
  );
}

function matches(pattern: string, path: string): boolean {
  const parts = path.split('/');
  const anywhere = pattern.startsWith('**/');
  const expression = new RegExp(
    `^${pattern
      .replace(/^\*\*\//, '')
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '[^/]*')}$`,
  );
  return parts.some((_part, end) => {
    if (anywhere) return expression.test(parts[end]!);
    return expression.test(parts.slice(0, end + 1).join('/'));
  });
}
