/** A Unicode class is a table of hundreds of ranges. */
const UNICODE_CLASS = 10;

const GROUP_START = /\?(?:P?<\w+>|[imsU-]*:?)/y;
const COUNTED = /\{(\d+)(,?)(\d*)\}/y;
const QUOTED = /\\Q(.*?)(?:\\E|$)/suy;
const ESCAPED = /\\(?:[pP](?:\{[^}]*\}|.)|x\{[^}]*\}|x..|.)/suy;
const CLASS = /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/suy;

interface Group {
  weight: number;
  /** Weight of the last part, to which a repetition applies. */
  last: number;
}

/**
 * Approximate number of elements after expansion of counted repetitions, as in a compiler: a short text like
 * `(?:a{1000}){1000}` hides many. Any number for an invalid expression.
 */
export function estimateWeight(expression: string): number {
  const outer: Group[] = [];
  let group: Group = { weight: 0, last: 0 };
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(expression);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const add = (weight: number): void => {
    group.weight += weight;
    group.last = weight;
  };
  while (at < expression.length) {
    const quoted = match(QUOTED);
    const escaped = quoted ?? match(ESCAPED);
    const found = escaped ?? match(CLASS);
    if (quoted) {
      for (const _character of quoted[1]!) add(1);
    } else if (found) {
      add(1 + UNICODE_CLASS * (found[0].match(/\\[pP]/g)?.length ?? 0));
    } else if (expression[at] === '(') {
      at++;
      match(GROUP_START);
      outer.push(group);
      group = { weight: 2, last: 0 };
    } else if (expression[at] === ')') {
      at++;
      const { weight } = group;
      group = outer.pop() ?? { weight: 0, last: 0 };
      add(weight);
    } else {
      const counted = match(COUNTED);
      if (counted) {
        const times = toTimes(counted);
        group.weight += group.last * (times - 1);
        group.last *= times;
      } else if ('*+?|'.includes(expression[at]!)) {
        group.weight++;
        group.last++;
        at++;
      } else {
        add(1);
        at++;
      }
    }
  }
  return outer.reduce((sum, { weight }) => sum + weight, group.weight);
}

/** How often a part is expanded; optional copies count twice. */
function toTimes([, least, comma, most]: RegExpExecArray): number {
  const min = Number(least);
  const max = most ? Number(most) : min + (comma ? 1 : 0);
  return Math.max(1, max, 2 * max - min);
}
