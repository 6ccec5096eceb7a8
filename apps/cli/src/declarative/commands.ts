import fs from 'node:fs';
import { isApiFailure } from '@wardstone/client';
import { Argument } from 'commander';
import { CommandError } from '../command-error';
import { openInstallation } from '../records';
import { withExamples } from '../help';
import { type AddCommands, collect, explainFailure, toAction } from '../shell';
import { formatJson, formatYaml } from '../writers';
import { perform } from './apply';
import { readDocuments, type Wanted } from './documents';
import { documentsText, writeWhole } from './export';
import { Installation } from './installation';
import { type Found, getKey, type Spec, formatTitle } from './records';
import { toRuleFile } from './rule-files';
import { KINDS } from './kinds';
import { type Plan, buildPlan, getVersion } from './plan';
import { makeSchema, schemaOfAll } from './schemas';
import { linesOfPlan } from './show';

/** A replacement changes other records; one more round is enough, because nothing refers to those. */
const MAX_ROUNDS = 3;
const CHANGES = 2;
const RULES_FILE = 'prometheus-rules.yaml';

interface PlanOptions {
  file: string;
  prune?: boolean;
  save?: string;
}

interface ApplyOptions extends PlanOptions {
  plan?: string;
}

/** The records on which a saved plan is based. */
interface SavedPlan {
  url: string;
  versions: Record<string, string>;
}

export const addDeclarativeCommands: AddCommands = (program, shell) => {
  const say = (line: string): void => void shell.output.write(`${line}\n`);
  const FILES = ['-f, --file <place>', 'file or folder with documents in YAML or JSON'] as const;
  const PRUNE = [
    '--prune',
    'delete records that no document describes, of the kinds that appear in the documents',
  ] as const;

  withExamples(program.command('plan'), 'plan -f wardstone', 'plan -f wardstone --prune --save plan.json')
    .requiredOption(...FILES)
    .option(...PRUNE)
    .option('--save <file>', 'save the state that the plan is based on, for "apply --plan"')
    .summary('Show what "apply" would change.')
    .description(
      'Show how the installation differs from the documents. The exit code is 0 if nothing differs, otherwise 2.',
    )
    .action(
      toAction(shell, async (options: PlanOptions) => {
        const { plan, url } = await makePlan(options);
        for (const line of linesOfPlan(plan)) say(line);
        if (options.save !== undefined)
          fs.writeFileSync(options.save, `${formatJson({ url, versions: getVersions(plan) })}\n`);
        return plan.steps.length > 0 ? CHANGES : 0;
      }),
    );

  withExamples(program.command('apply'), 'apply -f wardstone', 'apply -f wardstone --plan plan.json')
    .requiredOption(...FILES)
    .option(...PRUNE)
    .option('--plan <file>', 'refuse if the installation has changed since "plan --save"')
    .summary('Change the installation to match documents.')
    .description('Change the records of the installation to match the documents, one by one, and print each change.')
    .action(toAction(shell, (options: ApplyOptions) => applyAll(options, say)));

  withExamples(program.command('export'), 'export wardstone', 'export wardstone --kind AlertDefinition')
    .argument('<folder>', 'target folder; one file per kind')
    .option('--rules', 'write only alert definitions with expressions, as Prometheus rules')
    .option('--kind <kind>', `only those of this kind, repeatable: ${[...KINDS.keys()].join(', ')}`, collect)
    .summary('Write the records of the installation as documents.')
    .description('Write the records of the installation as documents for "plan" and "apply". Secrets stay masked.')
    .action(
      toAction(shell, (folder: string, options: { kind?: string[]; rules?: true }) =>
        options.rules ? exportRules(folder, say) : exportAll(folder, options.kind, say),
      ),
    );

  withExamples(program.command('schema'), 'schema > wardstone.schema.json')
    .addArgument(new Argument('[kind]', 'kind of document; all when absent').choices([...KINDS.keys()]))
    .summary('Print the JSON schema of documents, for editors.')
    .description('Print the JSON schema of documents of "plan" and "apply", for editors.')
    .action(
      toAction(shell, (kind: string | undefined) =>
        say(formatJson(kind === undefined ? schemaOfAll([...KINDS.values()]) : makeSchema(KINDS.get(kind)!))),
      ),
    );
};

interface MadePlan {
  plan: Plan;
  at: Installation;
  url: string;
}

/** @throws CommandError, ApiError */
async function makePlan({ file, prune = false }: PlanOptions, wanted = readDocuments(file, KINDS)): Promise<MadePlan> {
  const { client, url } = openInstallation();
  const at = new Installation(client, KINDS);
  const present = new Map<string, readonly Found[]>();
  for (const kind of getKinds(wanted)) present.set(kind, await at.all(kind));
  const plan = buildPlan(inKindOrder(wanted), present, { prune, nowMs: Date.now() });
  await checkAll(at, plan);
  return { plan, at, url };
}

/** Kinds of the documents, and the kinds to which they refer. */
function getKinds(wanted: readonly Wanted[]): Set<string> {
  const named = wanted.flatMap(({ kind, identity, spec }) => [
    kind.kind,
    ...(kind.references?.(identity, spec) ?? []).flatMap((each) => (each.isOptional ? [] : [each.kind])),
  ]);
  return new Set([...KINDS.keys()].filter((kind) => named.includes(kind)));
}

function inKindOrder(wanted: readonly Wanted[]): Wanted[] {
  const order = [...KINDS.keys()];
  return [...wanted].sort((a, b) => order.indexOf(a.kind.kind) - order.indexOf(b.kind.kind));
}

/** @throws CommandError that names all documents with references to missing records */
async function checkAll(at: Installation, { steps }: Plan): Promise<void> {
  const problems: string[] = [];
  const created = new Set(steps.filter(({ action }) => action === 'create').map(({ identity }) => getKey(identity)));
  for (const { action, kind, identity, spec, at: place } of steps) {
    if (action === 'delete') continue;
    // It refers to a resource that an earlier step creates.
    if (kind.references?.(identity, spec).some((each) => each.isOptional && created.has(getKey(each)))) continue;
    try {
      await kind.check?.(at, identity, spec);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      problems.push(`${place}: ${formatTitle(identity)}: ${error.message}`);
    }
  }
  if (problems.length > 0) throw new CommandError(problems.join('\n'));
}

function getVersions({ steps }: Plan): Record<string, string> {
  return Object.fromEntries(steps.map((step) => [getKey(step.identity), getVersion(step, step.found)]));
}

async function applyAll(options: ApplyOptions, say: (line: string) => void): Promise<number> {
  const wanted = readDocuments(options.file, KINDS);
  let left = await makePlan(options, wanted);
  if (options.plan !== undefined) requireSaved(options.plan, left);
  let done = 0;
  for (let round = 1; ; round += 1) {
    const outcome = await perform(left.at, left.plan, { done: say, failed: (line) => console.error(line) });
    done += outcome.done;
    if (outcome.failed + outcome.notTried > 0) {
      const { failed, notTried } = outcome;
      console.error(`Stopped: ${done} done, ${failed} failed, ${notTried} not tried. Run apply again to continue.`);
      return 1;
    }
    if (round === MAX_ROUNDS || !left.plan.steps.some(({ action }) => action === 'replace')) break;
    left = await makePlan(options, wanted);
  }
  say(done === 0 ? `Nothing to do; ${left.plan.unchanged} unchanged.` : `Applied: ${done} done.`);
  return 0;
}

/** @throws CommandError that names both versions of changed records */
function requireSaved(file: string, { plan, url }: MadePlan): void {
  const saved = readSaved(file);
  if (saved.url !== url) throw new CommandError(`The plan is for ${saved.url}, not for ${url}.`);
  const now = getVersions(plan);
  const changed = plan.steps.flatMap(({ identity }) => {
    const key = getKey(identity);
    const before = saved.versions[key];
    if (before === undefined) return [`${formatTitle(identity)}: not part of the plan`];
    return before === now[key] ? [] : [`${formatTitle(identity)}: version ${before} in the plan, ${now[key]} now`];
  });
  if (changed.length > 0)
    throw new CommandError(`Changed since the plan, so nothing was applied:\n${changed.join('\n')}`);
}

function readSaved(file: string): SavedPlan {
  try {
    const saved = JSON.parse(fs.readFileSync(file, 'utf8')) as SavedPlan;
    if (typeof saved.url === 'string' && typeof saved.versions === 'object' && saved.versions) return saved;
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
  }
  throw new CommandError(`${file} is not a saved plan.`);
}

async function exportAll(
  folder: string,
  wanted: readonly string[] | undefined,
  say: (line: string) => void,
): Promise<number> {
  const unknown = wanted?.find((kind) => !KINDS.has(kind));
  if (unknown !== undefined)
    throw new CommandError(`There is no kind ${unknown}; there are ${[...KINDS.keys()].join(', ')}.`);
  const { client } = openInstallation();
  const at = new Installation(client, KINDS);
  fs.mkdirSync(folder, { recursive: true });
  let failures = 0;
  for (const kind of KINDS.values()) {
    if (wanted && !wanted.includes(kind.kind)) continue;
    try {
      const found = await at.all(kind.kind);
      writeWhole(folder, `${kind.file}.yaml`, documentsText(kind, found));
      say(`${kind.file}.yaml: ${found.length}`);
    } catch (error) {
      // Not every login can read every kind.
      if (!isApiFailure(error) || error.status !== 403) throw error;
      failures += 1;
      console.error(explainFailure(error, `${kind.kind}: `));
    }
  }
  return failures > 0 ? 1 : 0;
}

async function exportRules(folder: string, say: (line: string) => void): Promise<number> {
  const { client } = openInstallation();
  const at = new Installation(client, KINDS);
  fs.mkdirSync(folder, { recursive: true });
  const found = (await at.all('AlertDefinition')).filter(({ spec }) => (spec['of'] as Spec)['installation'] === true);
  const file = toRuleFile([...found].sort((a, b) => (a.name < b.name ? -1 : 1)));
  writeWhole(folder, RULES_FILE, formatYaml(file));
  say(`${RULES_FILE}: ${found.length}`);
  return 0;
}
