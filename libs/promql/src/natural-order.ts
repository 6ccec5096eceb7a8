/** Compares texts with their numbers by value: `host-9` before `host-10`. Pure. */
export function compareNaturally(a: string, b: string): number {
  const [left, right] = [toParts(a), toParts(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [one, other] = [left[i]!, right[i]!];
    if (one === other) continue;
    const size = isNumber(one) && isNumber(other) ? Number(one) - Number(other) : 0;
    if (size !== 0) return size;
    return one < other ? -1 : 1;
  }
  return left.length - right.length;
}

function toParts(text: string): string[] {
  return text.match(/\d+|\D+/g) ?? [];
}

function isNumber(text: string): boolean {
  return /^\d/.test(text);
}
