import { createHash } from 'node:crypto';
import { isMap } from 'yaml';
import { type DocumentHead, type EvidenceRule, type EvidenceSystem, type EvidenceTailoring } from './evidence';
import { FilledYaml, LeftOut } from './filled-yaml';
import { timeText } from './texts';

/** Identifies a fix: a rule of the guide, with the values of a tailoring. */
export interface FixKey {
  readonly tailoring_id: string;
  readonly rule_id: string;
}

export const fixKey = ({ tailoring_id, rule_id }: FixKey): string => `${tailoring_id} ${rule_id}`;

/** A fix from the guide. */
export interface FoundFix extends FixKey {
  readonly strategy: string | null;
  readonly disruption: string | null;
  readonly complexity: string | null;
  readonly reboot: boolean;
}

export interface FixText extends FixKey {
  readonly text: string;
  /** Values to insert, by offset. */
  readonly values: readonly { readonly at: number; readonly text: string; readonly is_own: boolean }[];
}

/** A rule with the systems that fail it and can be named safely in a file. */
interface FailingRule extends FixKey {
  readonly rule: EvidenceRule;
  readonly hosts: string[];
}

export interface PlannedFix extends FailingRule {
  readonly fix: FoundFix;
}

/** Fixes and their systems. */
interface RemediationPlan {
  readonly head: DocumentHead;
  readonly withExceptions: boolean;
  /** In the order of the guide. */
  readonly fixes: readonly PlannedFix[];
  readonly withoutFix: readonly EvidenceRule[];
  /** Systems whose names are unsafe in a file. */
  readonly unnamed: readonly string[];
  /** Names that several systems of the report share. */
  readonly shared: readonly { readonly name: string; readonly systemIds: readonly string[] }[];
}

/** Creates a file from the texts of fixes, which come in the order of the plan. */
export type RemediationWriter = (plan: RemediationPlan, texts: AsyncIterable<FixText>) => AsyncIterable<string>;

/**
 * Names that an inventory and a shell take for exactly one host. Systems name themselves: a name must not stand for
 * others (`all`, `web*`) or for the machine that runs the file (`localhost`), nor hold anything evaluated.
 */
const HOST = /^(?!(?:all|ungrouped|localhost.*|127\..*)$)[a-z0-9_](?:[a-z0-9._-]{0,251}[a-z0-9_])?$/i;

/** Collects which rules fail on which systems. */
export class FailingRules {
  private readonly rules = new Map<string, FailingRule>();
  private readonly seen = new Set<string>();

  constructor(private readonly withExceptions: boolean) {}

  add({ display_name: name, result }: EvidenceSystem): void {
    if (!result || result.verdict === 'unsupported') return;
    for (const rule of result.rules) {
      if (!rule.failed || (rule.waiver && !this.withExceptions)) continue;
      this.seen.add(name);
      const failing = { tailoring_id: result.tailoring_id, rule_id: rule.id };
      const known = this.rules.get(fixKey(failing)) ?? { ...failing, rule, hosts: [] };
      this.rules.set(fixKey(failing), known);
      known.hosts.push(name);
    }
  }

  get keys(): readonly FixKey[] {
    return [...this.rules.values()];
  }

  get names(): readonly string[] {
    return [...this.seen];
  }

  /**
   * @param found existing fixes, in order
   * @param shared names that several systems of the report share
   */
  plan(
    head: DocumentHead,
    found: readonly FoundFix[],
    shared: readonly { readonly name: string; readonly system_ids: readonly string[] }[],
  ): RemediationPlan {
    const sharedBy = new Map(shared.map(({ name, system_ids }) => [name, system_ids]));
    const isNamed = (name: string): boolean => HOST.test(name) && !sharedBy.has(name);
    const fixable = new Set(found.map(fixKey));
    const fixes = found.flatMap((fix) => {
      const failing = this.rules.get(fixKey(fix))!;
      const hosts = failing.hosts.filter(isNamed).sort();
      return hosts.length > 0 ? [{ ...failing, fix, hosts }] : [];
    });
    const rest = [...this.rules.values()].filter((failing) => !fixable.has(fixKey(failing)));
    return {
      head,
      withExceptions: this.withExceptions,
      // Each tailoring becomes a play.
      fixes: fixes.sort((a, b) => (a.tailoring_id < b.tailoring_id ? -1 : Number(a.tailoring_id > b.tailoring_id))),
      withoutFix: [...new Map(rest.map(({ rule }) => [rule.ref_id, rule])).values()],
      unnamed: this.names.filter((name) => !isNamed(name) && !sharedBy.has(name)).sort(),
      shared: this.names.flatMap((name) => {
        const systemIds = sharedBy.get(name);
        return systemIds ? [{ name, systemIds }] : [];
      }),
    };
  }
}

/** Values set by users of the organisation are inserted only if no shell or template interprets them. */
const HARMLESS = /^(?:-?\d+|[a-z0-9_./][a-z0-9_./@%+=,-]*(?::[a-z0-9_./@%+=,-]+)*)?$/i;

const hasUnsafeValue = ({ values }: FixText): boolean =>
  values.some((value) => value.is_own && !HARMLESS.test(value.text));

/** Text of a fix for a shell, with its values inserted. */
function withValues({ text, values }: FixText): string {
  let written = '';
  let from = 0;
  for (const value of values) {
    written += text.slice(from, value.at) + value.text;
    from = value.at;
  }
  return written + text.slice(from);
}

/** Joins the text into one line without invisible characters and template delimiters. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/\{/g, '(')
    .replace(/\}/g, ')')
    .trim();

const toTitle = ({ title, ref_id }: EvidenceRule): string => oneLine(`${title} (${ref_id})`);

const UNSAFE_VALUE = 'a value of the tailoring has characters that are not safe in commands';

/** Header of both kinds of files, as comment lines that nothing in the text can end. */
function* comments(plan: RemediationPlan): Iterable<string> {
  for (const line of toLines(plan)) yield `# ${line.startsWith('  ') ? '  ' : ''}${oneLine(line)}\n`;
}

function* toLines(plan: RemediationPlan): Iterable<string> {
  const { policy, madeAt, tailorings } = plan.head;
  yield `Remediation of the policy ${policy.title} (${policy.id}), profile ${policy.profile_title} (${policy.profile_ref_id})`;
  yield `Created ${timeText(madeAt)} from the latest results. Rules with an active exception are ${plan.withExceptions ? 'included' : 'left out'}.`;
  yield 'The fixes come from the guide. They never run automatically: review them, and try them on one system first.';
  yield 'Systems have their display names here. Check that your inventory uses the same names.';
  for (const tailoring of tailorings) yield* getGuide(tailoring);
  const reboots = plan.fixes.filter(({ fix }) => fix.reboot);
  yield* list('These fixes need a reboot, which you start yourself:', reboots.map(describe));
  yield* list('These rules have no fix of this kind:', plan.withoutFix.map(toTitle));
  yield* list(
    'These systems are left out because their names are not host names:',
    plan.unnamed.map((name) => JSON.stringify(oneLine(name))),
  );
  yield* list(
    'These names are left out because several systems have them. Rename or delete one of the systems:',
    plan.shared.map(({ name, systemIds }) => `${JSON.stringify(oneLine(name))}, systems ${systemIds.join(', ')}`),
  );
}

function* getGuide({ os_minor_version, guide_title, guide_version, guide_sha256, sha256 }: EvidenceTailoring) {
  yield `Minor version ${os_minor_version}: ${guide_title} ${guide_version}, SHA-256 ${guide_sha256 ?? 'not known'}`;
  yield `  SHA-256 of the tailoring: ${sha256 ?? 'no tailoring'}`;
}

function* list(heading: string, items: readonly string[]): Iterable<string> {
  if (items.length === 0) return;
  yield heading;
  for (const item of new Set(items)) yield `  - ${item}`;
}

function describe({ rule, fix }: PlannedFix): string {
  const facts = Object.entries({ strategy: fix.strategy, disruption: fix.disruption, complexity: fix.complexity });
  const known = facts.flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`]));
  return [toTitle(rule), ...known].join(', ');
}

/**
 * An Ansible playbook: a play for each tailoring, with a block for each rule that runs only on the hosts that fail it.
 * Host names are also compared with the inventory name, because as patterns they would match groups.
 */
export async function* writePlaybook(plan: RemediationPlan, texts: AsyncIterable<FixText>): AsyncIterable<string> {
  yield '---\n';
  yield* comments(plan);
  let play: string | undefined;
  let place = 0;
  for await (const text of texts) {
    const planned = plan.fixes[place++]!;
    if (planned.tailoring_id !== play) yield startPlay(plan, (play = planned.tailoring_id));
    yield toBlock(planned, text);
  }
  if (play === undefined) yield '[]\n';
}

function startPlay({ head, fixes }: RemediationPlan, tailoringId: string): string {
  const hosts = new Set(fixes.flatMap((fix) => (fix.tailoring_id === tailoringId ? fix.hosts : [])));
  const tailoring = head.tailorings.find(({ id }) => id === tailoringId);
  const name = oneLine(`${head.policy.title}, minor version ${tailoring?.os_minor_version}`);
  const lines = Array.from(hosts, (host) => `    - ${quoted(host)}\n`);
  return `\n- name: ${quoted(name)}\n  hosts:\n${lines.join('')}  become: true\n  tasks:\n`;
}

function toBlock(planned: PlannedFix, fix: FixText): string {
  const name = quoted(toTitle(planned.rule));
  let tasks: string;
  try {
    tasks = getTasks(fix);
  } catch (error) {
    if (!(error instanceof LeftOut)) throw error;
    return `    - name: ${name}\n      debug:\n        msg: ${quoted(`Left out: ${error.message}`)}\n`;
  }
  const hosts = planned.hosts.map((host) => `'${host}'`).join(', ');
  return `    # ${oneLine(describe(planned))}; reboot: ${planned.fix.reboot}
    - name: ${name}
      when: ${quoted(`inventory_hostname in [${hosts}]`)}
      block:
${tasks}`;
}

/**
 * The tasks of a fix, indented.
 * @throws LeftOut
 */
function getTasks(fix: FixText): string {
  if (hasUnsafeValue(fix)) throw new LeftOut(UNSAFE_VALUE);
  const yaml = new FilledYaml(fix.text, fix.values);
  if (yaml.items.length === 0 || !yaml.items.every(isMap)) throw new LeftOut('its fix is not a list of tasks');
  return yaml.written().replace(/^(?=.)/gm, '        ');
}

/** Quotes a text in ASCII only, so that all YAML parsers read it alike. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const START = `
set -u
if [ "$(id -u)" -ne 0 ]; then
  echo 'Run it as root.' >&2
  exit 2
fi
host=\${1:-$(hostname -f 2>/dev/null || hostname)}
fixed=0
failed=0
reboots=''
# Runs the fix on file descriptor 3 in a shell of its own.
# $1 the rule, $2 whether a reboot is needed: yes or no
remediate() {
  printf 'Fixing: %s\\n' "$1"
  if bash /dev/fd/3 </dev/null; then
    fixed=$((fixed + 1))
    if [ "$2" = yes ]; then reboots="$reboots  - $1
"; fi
  else
    printf 'Ended with code %s: %s\\n' "$?" "$1" >&2
    failed=$((failed + 1))
  fi
}
`;
const END = `
printf '%s: %s fixed, %s failed\\n' "$host" "$fixed" "$failed"
if [ -n "$reboots" ]; then printf 'Reboot this host for:\\n%s' "$reboots"; fi
[ "$failed" -eq 0 ]
`;

/** A script that fixes the failed rules of the host on which it runs. */
export async function* writeShellScript(plan: RemediationPlan, texts: AsyncIterable<FixText>): AsyncIterable<string> {
  yield '#!/usr/bin/env bash\n';
  yield* comments(plan);
  yield '# Usage: bash FILE [NAME OF THIS HOST]\n';
  yield START;
  const hosts = [...new Set(plan.fixes.flatMap((fix) => fix.hosts))];
  yield hosts.length === 0
    ? `echo 'Nothing to fix.'\n`
    : `${onlyOn(hosts)} ;;\n  *) printf 'Nothing to fix on %s. Use the display name of the host.\\n' "$host" >&2; exit 2 ;;\nesac\n`;
  let place = 0;
  for await (const text of texts) {
    yield toPart(plan.fixes[place++]!, hasUnsafeValue(text) ? undefined : withValues(text));
  }
  yield END;
}

function toPart(planned: PlannedFix, fix: string | undefined): string {
  const title = shellQuoted(toTitle(planned.rule));
  const start = `\n# ${oneLine(describe(planned))}\n${onlyOn(planned.hosts)}\n`;
  if (fix === undefined)
    return `${start}printf 'Left out: %s: %s\\n' ${title} ${shellQuoted(UNSAFE_VALUE)} >&2\n;; esac\n`;
  const end = getEnd(fix);
  return `${start}remediate ${title} ${planned.fix.reboot ? 'yes' : 'no'} 3<<'${end}'\n${fix}${fix.endsWith('\n') ? '' : '\n'}${end}\n;; esac\n`;
}

const onlyOn = (hosts: readonly string[]): string => `case "$host" in ${hosts.map(shellQuoted).join(' | ')})`;

const shellQuoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A here-document delimiter that does not occur in the text. */
function getEnd(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex');
  let end = `END_OF_FIX_${digest.slice(0, 16)}`;
  while (text.includes(end)) end += '_';
  return end;
}
