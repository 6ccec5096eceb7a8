import { Document, isMap, isSeq, parseDocument } from 'yaml';
import {
  comments,
  describe,
  type FixText,
  oneLine,
  type PlannedFix,
  type RemediationPlan,
  titleOf,
  UNSAFE_VALUE,
  withValues,
} from './remediation';

/**
 * An Ansible playbook: a play for each tailoring, in it a block for each rule, which runs on the hosts that fail it alone.
 * The names of hosts are compared, too: as patterns they would also stand for groups of the inventory.
 */
export async function* writePlaybook(plan: RemediationPlan, texts: AsyncIterable<FixText>): AsyncIterable<string> {
  yield '---\n';
  yield* comments(plan);
  let play: string | undefined;
  let place = 0;
  for await (const text of texts) {
    const planned = plan.fixes[place++]!;
    if (planned.tailoring_id !== play) yield startPlay(plan, (play = planned.tailoring_id));
    yield blockOf(planned, withValues(text));
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

function blockOf(planned: PlannedFix, fix: string | undefined): string {
  const tasks = fix === undefined ? undefined : tasksOf(fix);
  const name = quoted(titleOf(planned.rule));
  if (tasks === undefined) {
    const reason = fix === undefined ? UNSAFE_VALUE : 'its fix is not a list of tasks';
    return `    - name: ${name}\n      debug:\n        msg: ${quoted(`Left out: ${reason}`)}\n`;
  }
  const hosts = planned.hosts.map((host) => `'${host}'`).join(', ');
  return `    # ${oneLine(describe(planned))}; reboot: ${planned.fix.reboot ?? 'not known'}
    - name: ${name}
      when: ${quoted(`inventory_hostname in [${hosts}]`)}
      block:
${tasks}`;
}

/** Every value stays the text that it is: `0644` is octal for Ansible, which reads YAML 1.1, and 644 in YAML 1.2. */
const AS_WRITTEN = { schema: 'failsafe' } as const;

/** The tasks of a fix in their place; undefined when they are none. */
function tasksOf(fix: string): string | undefined {
  const { contents, errors } = parseDocument(fix, AS_WRITTEN);
  if (errors.length > 0 || !isSeq(contents) || contents.items.length === 0 || !contents.items.every(isMap))
    return undefined;
  const document = new Document(undefined, AS_WRITTEN);
  document.contents = contents;
  return document.toString({ lineWidth: 0 }).replace(/^(?=.)/gm, '        ');
}

/** In quotes that every reader of YAML understands alike: of ASCII alone. */
const quoted = (text: string): string =>
  JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
