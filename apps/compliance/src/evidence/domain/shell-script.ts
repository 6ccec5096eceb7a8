import { createHash } from 'node:crypto';
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
# $1 the rule, $2 whether a reboot is needed: yes, no or not known
remediate() {
  printf 'Fixing: %s\\n' "$1"
  if bash /dev/fd/3 </dev/null; then
    fixed=$((fixed + 1))
    if [ "$2" != no ]; then reboots="$reboots  - $1 (reboot: $2)
"; fi
  else
    printf 'Ended with code %s: %s\\n' "$?" "$1" >&2
    failed=$((failed + 1))
  fi
}
`;
const END = `
printf '%s: %s fixed, %s failed\\n' "$host" "$fixed" "$failed"
if [ -n "$reboots" ]; then printf 'Reboot, or find out whether it is needed:\\n%s' "$reboots"; fi
[ "$failed" -eq 0 ]
`;

/** A script that fixes, on the host that it runs on, the rules that this host fails. */
export async function* writeShellScript(plan: RemediationPlan, texts: AsyncIterable<FixText>): AsyncIterable<string> {
  yield '#!/usr/bin/env bash\n';
  yield* comments(plan);
  yield '# Usage: bash FILE [NAME OF THIS HOST]\n';
  yield START;
  const hosts = [...new Set(plan.fixes.flatMap((fix) => fix.hosts))];
  yield hosts.length === 0
    ? `echo 'There is nothing to fix.'\n`
    : `${onlyOn(hosts)} ;;\n  *) printf 'Nothing to fix on %s; name the host as it is displayed.\\n' "$host" >&2; exit 2 ;;\nesac\n`;
  let place = 0;
  for await (const text of texts) yield partOf(plan.fixes[place++]!, withValues(text));
  yield END;
}

function partOf(planned: PlannedFix, fix: string | undefined): string {
  const title = quoted(titleOf(planned.rule));
  const start = `\n# ${oneLine(describe(planned))}\n${onlyOn(planned.hosts)}\n`;
  if (fix === undefined) return `${start}printf 'Left out: %s: %s\\n' ${title} ${quoted(UNSAFE_VALUE)} >&2\n;; esac\n`;
  const reboot = { true: 'yes', false: 'no', null: 'not known' }[`${planned.fix.reboot}`];
  const end = endOf(fix);
  return `${start}remediate ${title} '${reboot}' 3<<'${end}'\n${fix}${fix.endsWith('\n') ? '' : '\n'}${end}\n;; esac\n`;
}

const onlyOn = (hosts: readonly string[]): string => `case "$host" in ${hosts.map(quoted).join(' | ')})`;

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A line that the text does not have. */
function endOf(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex');
  let end = `END_OF_FIX_${digest.slice(0, 16)}`;
  while (text.includes(end)) end += '_';
  return end;
}
